// SPDX-License-Identifier: BSL-1.0
#pragma once
// The cgroups that can limit the CPU time of a process: its own and all above it, because each
// level can have a quota. Cgroups above the root of a container cannot be seen from inside.

#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment::detail {

struct cpu_cgroup {
    bool unified = false;                 ///< version 2; otherwise the cpu controller of version 1
    std::vector<std::string> directories; ///< that of the process first, the root last
};
/// Finds the cgroup of the process /proc/PROCESS, by default our own. Throws cannot_tell.
cpu_cgroup find_cgroup(const machine_files& files, std::string_view process = "self");

struct throttle_counts {
    std::uint64_t periods = 0;
    std::uint64_t us = 0;
};
/// The counts in a `cpu.stat` of either version; nullopt if there are none, as in a root cgroup.
std::optional<throttle_counts> throttling_in(std::string_view cpu_stat);

} // namespace tollgate::environment::detail
