// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::liveness::detail {

/// The content of a file of the system; empty if it cannot be read.
[[nodiscard]] std::string read_file(const std::string& path);

/// The module and the offset of code of this process, from the system's map of its memory. One
/// thread at a time.
///
/// The map is kept, and read anew for each stack: otherwise code at the place of an unloaded module
/// would get the old name. A file is opened when it appears in the map for the first time. The
/// offsets of a file that is deleted later stay known. If no descriptor is left to read the map,
/// the last map answers.
class modules {
public:
    void read_anew();
    /// According to the map that was read last.
    [[nodiscard]] call call_at(std::uintptr_t address) const;

private:
    /// An executable mapping of a file, or another mapping with a name.
    struct mapping {
        std::string line; ///< in the map: equal lines mean the same mapping
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        std::string name;
        std::string file;         ///< for addr2line; empty if there is none
        std::uint64_t offset = 0; ///< of `begin`: the linker's address, or else in the file
        bool is_linked = false;   ///< `offset` is the linker's address
    };

    [[nodiscard]] static mapping read_mapping(const std::string& line);

    std::vector<mapping> mappings_;
};

// Design: the loader (dl_iterate_phdr, dladdr) is not used, because it takes locks. The reported
// thread may hold such a lock for ever, in a constructor of a library or in its own callback. In a
// child of fork() a thread of the parent may hold it. For the map, the kernel waits only for its
// own calls on this memory.

} // namespace tollgate::liveness::detail
