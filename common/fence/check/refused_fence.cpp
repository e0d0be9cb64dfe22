// SPDX-License-Identifier: BSL-1.0
//
// Replaces the library: a kernel that refuses heavy fences, like some containers and all systems
// but Linux. No thread relies on light fences then, and no thread may call a heavy one.
#include <tollgate/fence/heavy_fence.hpp>

#include <cstdio>
#include <cstdlib>

namespace tollgate::fence {

bool heavy_fence_granted() noexcept {
    return false;
}

void heavy_fence() noexcept {
    std::fputs("a heavy fence, which was not granted\n", stderr);
    std::abort();
}

} // namespace tollgate::fence
