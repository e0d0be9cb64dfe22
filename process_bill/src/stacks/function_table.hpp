// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <elfutils/libdwfl.h>

namespace tollgate::bill {

/// The functions of a file, in the order of their addresses. libdw itself searches all symbols for
/// each address. Names stay in the file.
class function_table {
public:
    explicit function_table(Dwfl_Module* module);

    struct function {
        const char* symbol; ///< as long as the module lives
        std::uint64_t start;
    };
    /// `module` is of the same file; it may be of another process.
    [[nodiscard]] std::optional<function> find(Dwfl_Module* module, std::uint64_t address) const;

private:
    struct entry {
        std::uint32_t offset; ///< from the beginning of the module
        std::uint32_t size;
        std::int32_t index; ///< of the symbol
    };
    std::vector<entry> entries_;
};

/// The tables of files, which processes share.
class function_tables {
public:
    /// `file` tells files apart.
    [[nodiscard]] std::shared_ptr<const function_table> of(const std::string& file,
                                                           Dwfl_Module* module);

private:
    std::unordered_map<std::string, std::weak_ptr<const function_table>> tables_;
};

} // namespace tollgate::bill
