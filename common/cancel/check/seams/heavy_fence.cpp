// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/heavy_fence.hpp>
#include <tollgate/cancel/detail/light_fence.hpp>

namespace tollgate::cancel::detail {

bool heavy_fence_granted() noexcept {
    return true;
}

void heavy_fence() noexcept {
    heavy_fences.fetch_add(1);
    step_in(at_heavy_fence);
}

} // namespace tollgate::cancel::detail
