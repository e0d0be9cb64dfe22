// SPDX-License-Identifier: BSL-1.0
//
// The system's half of pinning; one implementation per platform, in the file of that suffix.
#pragma once

#include <span>

namespace tollgate::cpu::detail {

// Whether set_allowed_cpus can succeed on this system at all.
bool threads_can_be_pinned();

// The calling thread's new mask. On Linux the kernel drops CPUs it does not allow and fails only if
// none is left. Throws std::system_error.
void set_allowed_cpus(std::span<const int> cpus);

} // namespace tollgate::cpu::detail
