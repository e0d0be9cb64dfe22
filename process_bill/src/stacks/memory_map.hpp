// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace tollgate::bill {

/// Addresses from `begin` to just before `end`.
struct address_range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool operator==(const address_range&) const = default;
};

/// A file with code that a process has in its memory.
struct mapped_file {
    address_range where;  ///< from its first to its last part
    address_range first;  ///< its first part
    std::string identity; ///< its device and its inode
    std::string path;     ///< as the process named it; " (deleted)" at its end is part of it
    bool operator==(const mapped_file&) const = default;
};

/// The code in the memory of a process. Both lists are in the order of the addresses.
struct memory_map {
    std::vector<address_range> code; ///< code of files, and code that the process made itself
    std::vector<mapped_file> files;
    bool operator==(const memory_map&) const = default;

    [[nodiscard]] bool is_code(std::uint64_t address) const;
};

/// Reads the text of /proc/PID/maps.
[[nodiscard]] memory_map read_memory_map(std::istream& maps);

} // namespace tollgate::bill
