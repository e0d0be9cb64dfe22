// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::thread_test {

/// What two CPUs share. A nearer relation comes first.
enum class relation { smt, l3, node, socket, far, unknown };

/// "SMT siblings", "same L3".
[[nodiscard]] const char* words_of(relation between);

[[nodiscard]] relation relation_of(const cpu::hardware_thread& one,
                                   const cpu::hardware_thread& other);
/// The relation of two CPUs by their numbers. Unknown if the machine does not have both.
[[nodiscard]] relation relation_of(const cpu::topology& machine, int one, int other);

/// The CPUs under one L3 with one kind of core. If some L3 is not known: the CPUs of a node, else
/// of a socket, else all.
struct cpu_groups {
    std::vector<std::vector<int>> cpus; ///< each group ascending, the groups by their first CPU

    /// The index of the group with this CPU. Absent: no group has it.
    [[nodiscard]] std::optional<std::size_t> of(int cpu) const;
};
[[nodiscard]] cpu_groups groups_of(const cpu::topology& machine);

/// Two CPUs, the lower number first.
struct cpu_pair {
    int from = -1;
    int to = -1;

    auto operator<=>(const cpu_pair&) const = default;
};

/// The pairs to measure.
struct pair_plan {
    std::vector<cpu_pair> pairs; ///< the most important pair first
    std::size_t all = 0;         ///< the number of all pairs of the machine
    /// The number of pairs without which some kind of pair is missing, see plan_pairs.
    std::size_t needed = 0;
};

/// Chooses at most `most_pairs` pairs of CPUs. Pure.
///
/// The first pairs are one for each kind: SMT siblings of each group, cores of one group, and each
/// two groups. Then each kind gets a second pair, and so on. In each kind the highest CPUs come
/// first, because interrupts usually go to CPUs with low numbers.
[[nodiscard]] pair_plan plan_pairs(const cpu::topology& machine, std::size_t most_pairs);

} // namespace tollgate::thread_test
