// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tollgate::cpu {

/// The relation of the CPUs of two threads that hand over to each other. It changes the cost of a
/// hand-off more than the primitive does, so it is part of every result.
///
///     const auto where = cpu::parse_placement("core");
///     const std::string_view word = cpu::to_string(*where); // "core"
///
/// Except for `mixed` and `free`, all CPUs are of one kind of core.
enum class placement {
    free,  ///< not pinned: the scheduler decides
    same,  ///< all threads on one CPU
    smt,   ///< neighbours on two hardware threads of a core
    core,  ///< neighbours on different cores that share an L3; if no L3 is known, a socket
    mixed, ///< neighbours on cores of two kinds, the fastest kinds that there are
    far    ///< neighbours on different sockets; within a socket on different NUMA nodes, or with a
           ///< single node under different L3 caches
};

/// All placements. Except for `free`, the CPUs are farther apart from one to the next.
inline constexpr std::array all_placements{placement::free, placement::same,  placement::smt,
                                           placement::core, placement::mixed, placement::far};

/// Their words, in the order of the enumerators.
inline constexpr std::array<std::string_view, 6> placement_names{"free", "same",  "smt",
                                                                 "core", "mixed", "far"};

/// The word for a placement.
constexpr std::string_view to_string(placement where) {
    return placement_names[static_cast<std::size_t>(where)];
}

/// The placement of a word of to_string; empty for any other text.
constexpr std::optional<placement> parse_placement(std::string_view text) {
    for (const placement where : all_placements) {
        if (to_string(where) == text) {
            return where;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::cpu
