// SPDX-License-Identifier: BSL-1.0
//
// The CPUs the system would run the calling thread on.
#pragma once

#include <vector>

namespace tollgate::cpu {

// The calling thread's affinity mask, ascending, never empty; the mask may be of any size (machines
// beyond the 1024 CPUs of a cpu_set_t). Where there is no such mask: every CPU that is online.
// Callable from any thread; a system call and an allocation. Throws std::system_error.
std::vector<int> allowed_cpus();

} // namespace tollgate::cpu
