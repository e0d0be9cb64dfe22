// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::fence {

/// Lets the calling thread run on every CPU that the system allows, one after the other, even
/// outside of its own mask. Each time the thread that ran there is switched out, which is a full
/// fence. Then the mask is as before.
///
/// False if the system refuses, or if it allows a CPU and does not let the thread run there. It
/// misses threads of this process on CPUs that are forbidden to the calling thread (threaded
/// cgroups). It takes some 10 µs per CPU. It never ends where a real-time thread never yields its
/// CPU.
[[nodiscard]] bool run_on_every_cpu() noexcept;

} // namespace tollgate::fence
