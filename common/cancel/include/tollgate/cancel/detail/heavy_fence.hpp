// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel::detail {

/// Whether this process may use `heavy_fence()`. Asked of the kernel once, while the program is
/// still starting if it can be: later, with more threads, the answer takes some milliseconds.
[[nodiscard]] bool heavy_fence_granted() noexcept;

/// Every thread of this process executes a full memory fence between the call's begin and its end,
/// at a point of its own: what it stored before its `light_fence()` is visible to the caller, or
/// what the caller stored before is visible to its loads after that. On Linux one
/// membarrier(PRIVATE_EXPEDITED): at once if only one thread exists, else an interrupt of each CPU
/// that runs one of this process (about 1 µs).
///
/// A process that was granted it may lose it: a child after fork() registers again; one that has
/// forbidden itself the call since (seccomp) lets the caller run on every CPU in turn, for which
/// whoever ran there had to be switched out. If it cannot do even that, it aborts with a message.
void heavy_fence() noexcept;

} // namespace tollgate::cancel::detail
