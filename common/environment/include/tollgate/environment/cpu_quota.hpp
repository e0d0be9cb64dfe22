// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/machine_files.hpp>

#include <optional>

#include <sys/types.h>

namespace tollgate::environment {

/// Returns the number of CPUs that the cgroups of a process let it use on average: the tightest
/// limit of all levels. Returns nullopt if there is no limit, or if no limit can be read.
///
///     const std::optional<double> cpus = environment::cpu_quota(environment::machine_files{}, 1);
///
/// - *Threads*: several threads may call the function at the same time.
/// - *Exceptions*: only for exhausted memory.
[[nodiscard]] std::optional<double> cpu_quota(const machine_files& files, pid_t process);

} // namespace tollgate::environment
