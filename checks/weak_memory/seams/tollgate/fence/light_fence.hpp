// SPDX-License-Identifier: BSL-1.0
#pragma once
// Replaces the light fence of the library fence. A model checker knows no membarrier(2), so both
// fences of the pair are full fences here: the heavy fence in ../../../model.hpp.

#include <atomic>

namespace tollgate::fence {

inline void light_fence() noexcept {
#if !defined(WITHOUT_FENCES)
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

} // namespace tollgate::fence
