// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fence {

/// Lets the calling thread run on every CPU on which the system allows it to, whatever it is
/// confined to, one after the other: for that, the thread that ran there is switched out, which is
/// a full fence. Then it is confined as before. False if the system refuses, or allows a CPU and
/// does not let it run there. Threads of this process on CPUs that are forbidden to the calling one
/// (threaded cgroups) are missed. Some 10 µs per CPU, and for ever where a real-time thread never
/// yields its CPU.
[[nodiscard]] bool run_on_every_cpu() noexcept;

} // namespace tollgate::fence
