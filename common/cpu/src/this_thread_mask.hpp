// SPDX-License-Identifier: BSL-1.0
//
// The platform's part of pinning, implemented in affinity_linux.cpp and affinity_macos.cpp.
#pragma once

#include <span>

namespace tollgate::cpu::detail {

// Whether set_allowed_cpus can succeed on this system at all.
bool threads_can_be_pinned();

// Sets the calling thread's mask. On Linux the kernel drops CPUs that it does not allow, and fails
// only if no CPU is left. Throws std::system_error.
void set_allowed_cpus(std::span<const int> cpus);

} // namespace tollgate::cpu::detail
