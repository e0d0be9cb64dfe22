// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>

namespace tollgate::fence {

/// The light fence of a pair of memory fences, for code that is executed often. Rare code executes
/// the other fence of the pair, `heavy_fence()`. The header heavy_fence.hpp explains the pair.
///
///     std::atomic<int> mine{0};
///     std::atomic<int> theirs{0};
///     mine.store(1, std::memory_order_release);
///     tollgate::fence::light_fence();
///     const bool has_come = theirs.load(std::memory_order_acquire) == 1;
///
/// - *Threads*: any.
/// - *Memory order*: prevents the compiler from moving memory accesses across the fence. The light
///   fence does not restrict the CPU. The light fence has the effect of a full fence only together
///   with a `heavy_fence()` of another thread. Two light fences order nothing. If
///   `heavy_fence_granted()` is false, execute a full fence instead.
/// - *Cost*: no instruction.
inline void light_fence() noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

} // namespace tollgate::fence
