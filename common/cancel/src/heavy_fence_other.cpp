// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/heavy_fence.hpp>

#include <atomic>

namespace tollgate::cancel::detail {

bool heavy_fence_granted() noexcept {
    return false;
}

/// Nobody is light without having been granted it.
void heavy_fence() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

} // namespace tollgate::cancel::detail
