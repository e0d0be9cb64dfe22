// SPDX-License-Identifier: BSL-1.0
#pragma once
// The cgroups that can limit our CPU time: our own and all above it, because each level can have a
// quota. Cgroups above the root of a container cannot be seen from inside.

#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment::detail {

struct own_cgroup {
    bool unified = false;                 ///< version 2; otherwise the cpu controller of version 1
    std::vector<std::string> directories; ///< ours first, the root last
};
/// Throws cannot_tell.
own_cgroup find_own_cgroup(const machine_files& files);

struct throttle_counts {
    std::uint64_t periods = 0;
    std::uint64_t us = 0;
};
/// The counts in a `cpu.stat` of either version; nullopt if there are none, as in a root cgroup.
std::optional<throttle_counts> throttling_in(std::string_view cpu_stat);

} // namespace tollgate::environment::detail
