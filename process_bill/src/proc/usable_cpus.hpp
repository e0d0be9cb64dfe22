// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "proc_files.hpp"
#include "processes.hpp"

#include <optional>
#include <vector>

namespace tollgate::bill {

/// The number of CPUs that these processes may use: the CPUs on which their first threads may run,
/// or fewer if the cgroups of all of them limit the CPU time. Nullopt if no process can be read.
/// The cgroups are looked up beside the root of `files`, in sys/fs/cgroup.
[[nodiscard]] std::optional<int> usable_cpus(proc_files& files,
                                             const std::vector<pid_t>& processes);

} // namespace tollgate::bill
