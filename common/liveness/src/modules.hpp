// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::liveness::detail {

/// All of a file of the system's; nothing if it cannot be read.
[[nodiscard]] std::string read_file(const std::string& path);

/// Where in which module the code of this process lies, as the system's map of its memory has it.
///
/// The map is kept, and read anew for each stack: of a module that was unloaded since, the next one
/// to lie there would get the name. A file is opened when it appears in the map for the first time.
/// Of one that was deleted since, the offsets are known still; where nothing can be read any more,
/// because no descriptor is left, the map that was read last answers.
///
/// The loader is not asked, by dl_iterate_phdr or dladdr: it takes locks that the thread that is to
/// be told of may hold for ever, in a constructor of a library or in a callback of its own, or a
/// thread of the parent that a child of fork() does not have. For the map the kernel waits for
/// nobody but its own calls on this memory.
///
/// Threads: one at a time.
class modules {
public:
    void read_anew();
    /// As the map that was read last has it.
    [[nodiscard]] call call_at(std::uintptr_t address) const;

private:
    /// What of a file, or of what has a name in the map, may be executed.
    struct part {
        std::string line; ///< of the map: two that are the same are of the same part
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        std::string name;
        std::string file;         ///< for addr2line; empty: there is none
        std::uint64_t offset = 0; ///< of `begin`: as the linker counts, or else in the file
        bool is_linked = false;
    };

    [[nodiscard]] static part read_part(const std::string& line);

    std::vector<part> parts_;
};

} // namespace tollgate::liveness::detail
