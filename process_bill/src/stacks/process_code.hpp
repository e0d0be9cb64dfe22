// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "function_table.hpp"
#include "memory_map.hpp"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <elfutils/libdwfl.h>

namespace tollgate::bill {

/// A place in the code, for people.
struct code_place {
    std::string name;                            ///< as in blocked_call::frames
    bool is_own = false;                         ///< whether it is of no library of the language
    std::optional<std::uint64_t> function_start; ///< the address of the function, if it is known
};

/// The code of a process: where it is, its files, and the names of its functions. The files may be
/// deleted, and may be in another mount namespace.
class process_code {
public:
    /// `folder` is /proc/TID of one of its threads: /proc/PID is empty if the first thread has
    /// ended. `tables` must live longer.
    process_code(std::filesystem::path folder, function_tables& tables);
    process_code(const process_code&) = delete;
    process_code& operator=(const process_code&) = delete;

    [[nodiscard]] bool is_code(std::uint64_t address) const { return map_.is_code(address); }

    enum class change { none, code, files };
    /// Reads where the code is now. If there are other files than before, make a new object.
    [[nodiscard]] change update();
    /// From now on reads the folder of another thread.
    void set_folder(std::filesystem::path folder) { folder_ = std::move(folder); }

    /// Returns the place at this address. For a return address pass the address before it.
    [[nodiscard]] const code_place& place(std::uint64_t address);
    /// The handle of libdw.
    [[nodiscard]] Dwfl* handle() const { return handle_.get(); }

private:
    struct end_handle {
        void operator()(Dwfl* handle) const { dwfl_end(handle); }
    };
    /// What is opened when it is first needed.
    struct source {
        const process_code& code;
        mapped_file file;
        std::shared_ptr<const function_table> functions;
    };

    static int open_file(Dwfl_Module*, void** data, const char*, Dwarf_Addr, char** name, Elf**);
    [[nodiscard]] code_place find_place(std::uint64_t address);

    std::filesystem::path folder_;
    function_tables& tables_;
    memory_map map_;
    std::deque<source> sources_;
    std::unique_ptr<Dwfl, end_handle> handle_;
    std::unordered_map<std::uint64_t, code_place> places_;
};

} // namespace tollgate::bill
