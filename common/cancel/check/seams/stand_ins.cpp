// SPDX-License-Identifier: BSL-1.0
//
// The heavy fence of the scenarios; and operator delete, which overwrites the memory so that each
// later use fails.
#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

#include <malloc.h>

namespace tollgate::fence {

bool heavy_fence_granted() noexcept {
    step_in(at_heavy_fence_granted);
    return true;
}

void heavy_fence() noexcept {
    heavy_fences.fetch_add(1);
    step_in(at_heavy_fence);
}

} // namespace tollgate::fence

void* operator new(std::size_t size) {
    if (void* const at = std::malloc(size)) {
        return at;
    }
    throw std::bad_alloc();
}

void operator delete(void* at) noexcept {
    if (at != nullptr) {
        std::memset(at, 0xDD, ::malloc_usable_size(at));
        asm volatile("" : : "r"(at) : "memory"); // or the compiler omits the memset as unused
    }
    std::free(at);
}

void operator delete(void* at, std::size_t /*size*/) noexcept {
    operator delete(at);
}
