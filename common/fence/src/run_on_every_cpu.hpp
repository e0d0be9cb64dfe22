// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fence {

/// Lets the calling thread run on every CPU on which it may run, one after the other: for that,
/// whoever ran there is switched out, which is a full fence. False if the system refuses. Threads
/// of this process on CPUs that are forbidden to the calling one (threaded cgroups) are missed.
/// Some 10 µs per CPU, and for ever where a real-time thread never yields its CPU.
[[nodiscard]] bool run_on_every_cpu() noexcept;

} // namespace tollgate::fence
