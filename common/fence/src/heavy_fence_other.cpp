// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fence/heavy_fence.hpp>

#include <atomic>

namespace tollgate::fence {

bool heavy_fence_granted() noexcept {
    return false;
}

/// No light fence relies on this one: light fences need a grant.
void heavy_fence() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

} // namespace tollgate::fence
