// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>

namespace tollgate::cancel::detail {

/// Keeps the compiler from moving memory accesses across it, and the CPU from nothing: the other
/// half of `heavy_fence()`, which makes it a full fence after the fact. No instruction.
inline void light_fence() noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

} // namespace tollgate::cancel::detail
