// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>

#include <string>

namespace tollgate::testing {

/// Returns a fake machine from a synthetic description of hwloc. All CPUs are allowed.
///
///     // 2 sockets, 8 L3 caches in each socket, 4 cores under each L3
///     const cpu::topology machine = testing::described_machine("package:2 l3:8 core:4 pu:1");
///
/// hwloc numbers the CPUs in the order of the description, so SMT siblings have adjacent numbers.
/// The description may contain other numbers: "pu:2(indexes=0,8,1,9)".
///
/// - *Exceptions*: std::runtime_error if hwloc does not accept the description.
[[nodiscard]] cpu::topology described_machine(const std::string& description);

} // namespace tollgate::testing
