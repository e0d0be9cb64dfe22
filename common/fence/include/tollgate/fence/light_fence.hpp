// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>

namespace tollgate::fence {

/// The light half of an asymmetric fence: of two sides that each store and then look at what the
/// other one stores, this is for the one that comes often. The other one executes `heavy_fence()`,
/// where idea and contract are written down, and which makes this a full fence after the fact.
///
/// Threads: any. Memory order: keeps the compiler from moving memory accesses across it, and the
/// CPU from nothing. Cost: no instruction.
///
/// By itself it orders nothing between threads, nor do two light fences: whoever relies on it has
/// asked `heavy_fence_granted()` before, and executes a full fence if it said no.
inline void light_fence() noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

} // namespace tollgate::fence
