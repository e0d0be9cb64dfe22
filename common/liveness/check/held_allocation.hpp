// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <latch>
#include <new>

namespace tollgate::liveness {

/// A thread that says so is held in its nth allocation from then on, until it is let go: in the
/// middle of whatever it makes. For one thread of a program, in one of whose files this is
/// included.
struct held_allocation {
    static inline constinit thread_local int nth = 0; ///< 0: none
    static inline std::latch reached{1};
    static inline std::latch over{1};

    static void pass() {
        if (nth > 0 && --nth == 0) {
            reached.count_down();
            over.wait();
        }
    }
};

} // namespace tollgate::liveness

void* operator new(std::size_t size) {
    tollgate::liveness::held_allocation::pass();
    void* const made = std::malloc(size == 0 ? 1 : size);
    if (made == nullptr) {
        throw std::bad_alloc();
    }
    return made;
}

void operator delete(void* one) noexcept {
    std::free(one);
}
void operator delete(void* one, std::size_t /*size*/) noexcept {
    std::free(one);
}
