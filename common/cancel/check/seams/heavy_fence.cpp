// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>

namespace tollgate::fence {

bool heavy_fence_granted() noexcept {
    return true;
}

void heavy_fence() noexcept {
    heavy_fences.fetch_add(1);
    step_in(at_heavy_fence);
}

} // namespace tollgate::fence
