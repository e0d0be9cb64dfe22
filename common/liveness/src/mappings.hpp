// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::liveness::detail {

/// A line of a maps file: "7f3a00000000-7f3a00021000 r-xp 00002000 08:01 4711   /lib/libc.so.6".
struct mapping {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    std::uint64_t offset = 0; ///< of `begin` in the file
    std::string path;         ///< any bytes; empty if it is of no file
};

[[nodiscard]] std::optional<mapping> mapping_of(std::string_view line);

/// All lines that are one, in their order, which is that of the addresses.
[[nodiscard]] std::vector<mapping> mappings_of(std::string_view maps);

} // namespace tollgate::liveness::detail
