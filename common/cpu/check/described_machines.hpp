// SPDX-License-Identifier: BSL-1.0
//
// Machines in hwloc's notation, all of whose CPUs are allowed. CPUs are numbered through in the
// order of the tree, so siblings are neighbours: core 0 has CPUs 0 and 1.
#pragma once

#include "hwloc_reader.hpp"

#include <numeric>
#include <string>
#include <vector>

namespace described {

inline constexpr auto one_cpu = "package:1 l3:1 core:1 pu:1";
inline constexpr auto two_cores = "package:1 l3:1 core:2 pu:1";
inline constexpr auto desktop_smt = "package:1 l3:1 core:4 pu:2";
inline constexpr auto four_siblings = "package:1 l3:1 core:2 pu:4";
inline constexpr auto two_caches = "package:1 l3:2 core:2 pu:1";
inline constexpr auto three_caches = "package:1 l3:3 core:1 pu:1";
inline constexpr auto two_nodes_four_caches = "package:1 numa:2 l3:2 core:2 pu:1";
inline constexpr auto two_sockets = "package:2 l3:2 core:4 pu:2";
inline constexpr auto three_sockets = "package:3 l3:1 core:2 pu:1";
inline constexpr auto no_l3 = "package:2 core:3 pu:1";

inline tollgate::cpu::topology machine(const std::string& description) {
    const auto whole = tollgate::cpu::detail::read_synthetic(description);
    std::vector<int> all(whole.threads.size());
    std::iota(all.begin(), all.end(), 0);
    return tollgate::cpu::detail::within(whole, all);
}

} // namespace described
