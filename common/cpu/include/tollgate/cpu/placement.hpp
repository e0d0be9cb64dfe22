// SPDX-License-Identifier: BSL-1.0
//
// How far apart the two ends of a hand-off run. The cost of a hand-off between threads differs more
// by this than by the primitive used, so it is part of every result.
//
//   free   not pinned: the scheduler decides
//   same   all threads on one CPU
//   smt    neighbours on two hardware threads of one core
//   core   neighbours on different cores that share an L3 (where no L3 is known: a socket)
//   mixed  neighbours on cores of two kinds, the fastest kinds that there are
//   far    neighbours on different sockets; within one socket on different NUMA nodes, or if there
//          is one node, under different L3 caches
//
// But for `mixed` and `free` all CPUs are of one kind of core.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tollgate::cpu {

enum class placement { free, same, smt, core, mixed, far };

// From no statement about distance to the largest distance.
inline constexpr std::array all_placements{placement::free, placement::same,  placement::smt,
                                           placement::core, placement::mixed, placement::far};

// In the order of the enumerators.
inline constexpr std::array<std::string_view, 6> placement_names{"free", "same",  "smt",
                                                                 "core", "mixed", "far"};

constexpr std::string_view to_string(placement which) {
    return placement_names[static_cast<std::size_t>(which)];
}

// Exactly the words of to_string; nothing for any other text.
constexpr std::optional<placement> parse_placement(std::string_view text) {
    for (const placement which : all_placements) {
        if (to_string(which) == text) {
            return which;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::cpu
