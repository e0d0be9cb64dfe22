// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace tollgate::guest {

/// A guest's process needs these of the system, and not every system has them. The first five may
/// be called between fork and exec: they make system calls alone.

/// Orphans of this process's descendants become its children.
void adopt_orphans() noexcept;
/// When memory runs out, this process goes first.
void go_first() noexcept;
/// The calling process is killed when its parent ends.
void end_with_parent() noexcept;
/// The calling process runs on these CPUs; false if it was refused.
bool run_on(const std::vector<int>& cpus) noexcept;
/// The next child of the calling process but for this one, dead or alive; 0: it has none.
pid_t any_child(pid_t except) noexcept;

/// Memory of a process that is in use; nothing if it is not known.
[[nodiscard]] std::optional<std::uint64_t> resident_bytes(pid_t process);
/// Whether a thread of a process may run on CPUs other than these; false if it is not known.
[[nodiscard]] bool strays(pid_t process, const std::vector<int>& cpus);

} // namespace tollgate::guest
