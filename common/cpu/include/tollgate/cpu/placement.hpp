// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tollgate::cpu {

/// The relation between the CPUs of two threads that hand over control to each other. The cost of a
/// hand-off depends more on the placement than on the primitive, such as a mutex or a queue. So the
/// placement is part of every result.
///
///     const auto where = cpu::parse_placement("core");
///     const std::string_view word = cpu::to_string(*where); // "core"
///
/// *Neighbours* are two threads that hand over to each other. Except for `mixed` and `free`, all
/// CPUs are of one kind of core.
enum class placement {
    free,  ///< not pinned: the scheduler chooses the CPUs
    same,  ///< all threads on one CPU
    smt,   ///< neighbours on two hardware threads of a core
    core,  ///< neighbours on different cores under one L3; if no L3 is known, on different cores of
           ///< one socket
    mixed, ///< neighbours on cores of different kinds; the fastest kinds are chosen
    far    ///< neighbours on different sockets; if there is one socket, on different NUMA nodes; if
           ///< there is one node, under different L3 caches
};

/// All placements. After `free`, the order is by distance: in each placement, the CPUs are farther
/// apart than in the placement before.
inline constexpr std::array all_placements{placement::free, placement::same,  placement::smt,
                                           placement::core, placement::mixed, placement::far};

/// The names of the placements, in the order of the enumerators.
inline constexpr std::array<std::string_view, 6> placement_names{"free", "same",  "smt",
                                                                 "core", "mixed", "far"};

/// Returns the name of a placement.
constexpr std::string_view to_string(placement where) {
    return placement_names[static_cast<std::size_t>(where)];
}

/// Returns the placement with this name; empty if no placement has this name.
constexpr std::optional<placement> parse_placement(std::string_view text) {
    for (const placement where : all_placements) {
        if (to_string(where) == text) {
            return where;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::cpu
