// SPDX-License-Identifier: BSL-1.0
//
// In place of the library's: a kernel that refuses heavy fences, as some containers and all systems
// but Linux do. Nobody is light then, and nobody may call one.
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
