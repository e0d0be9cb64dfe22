// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>

namespace tollgate::fence {

/// The light half of an asymmetric fence, for the side that comes often. The rare side executes
/// `heavy_fence()`, whose header explains the pair.
///
///     std::atomic<int> mine{0};
///     std::atomic<int> theirs{0};
///     mine.store(1, std::memory_order_release);
///     tollgate::fence::light_fence();
///     const bool has_come = theirs.load(std::memory_order_acquire) == 1;
///
/// - *Threads*: any.
/// - *Memory order*: keeps the compiler from moving memory accesses across it. It does not restrict
///   the CPU: only the `heavy_fence()` of another thread makes it a full fence, afterwards. Two
///   light fences order nothing. Where `heavy_fence_granted()` is false, execute a full fence.
/// - *Cost*: no instruction.
inline void light_fence() noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

} // namespace tollgate::fence
