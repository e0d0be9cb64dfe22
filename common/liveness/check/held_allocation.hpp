// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
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

    /// Called in each allocation and where memory is given back, in those of its own calls, too.
    static inline constinit std::atomic<void (*)()> in_each{nullptr};

    static void pass() {
        call_in_each();
        if (nth > 0 && --nth == 0) {
            reached.count_down();
            over.wait();
        }
    }
    static void call_in_each() {
        if (void (*const call)() = in_each.load()) {
            call();
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
    tollgate::liveness::held_allocation::call_in_each();
    std::free(one);
}
void operator delete(void* one, std::size_t /*size*/) noexcept {
    tollgate::liveness::held_allocation::call_in_each();
    std::free(one);
}
