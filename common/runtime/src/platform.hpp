// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace tollgate::runtime {

// A runtime's process needs these of the system, and not every system has them. The first two make
// system calls alone, and may be called between fork and exec.

/// When memory runs out, this process goes first.
void go_first() noexcept;
/// The calling process runs on these CPUs, or on all if there are none; false if it was refused.
bool run_on(const std::vector<int>& cpus) noexcept;

/// Memory of a process that is in use; nothing if it is not known.
[[nodiscard]] std::optional<std::uint64_t> resident_bytes(pid_t process);
/// Whether a thread of a process may run on CPUs other than these; false if it is not known.
[[nodiscard]] bool strays(pid_t process, const std::vector<int>& cpus);

} // namespace tollgate::runtime
