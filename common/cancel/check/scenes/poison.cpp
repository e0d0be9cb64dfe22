// SPDX-License-Identifier: BSL-1.0
//
// Whoever uses memory after it was freed finds nothing there that works.

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

#include <malloc.h>

void* operator new(std::size_t size) {
    if (void* const at = std::malloc(size)) {
        return at;
    }
    throw std::bad_alloc();
}

void operator delete(void* at) noexcept {
    if (at != nullptr) {
        std::memset(at, 0xDD, ::malloc_usable_size(at));
        asm volatile("" : : "r"(at) : "memory"); // or the compiler knows that nobody will see it
    }
    std::free(at);
}

void operator delete(void* at, std::size_t /*size*/) noexcept {
    operator delete(at);
}
