// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "needs.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <sched.h>

namespace tollgate::thread_test {

/// One word that holds the number of the member whose turn it is; the others yield the CPU
/// that all of them share. The kernel chooses who runs next and need not choose the right one.
class alignas(64) sched_yield_baton {
public:
    static constexpr const char* name = "sched_yield";
    static constexpr const char* unit = "one hand-off by sched_yield()";
    static constexpr needs place = needs::one_cpu;

    explicit sched_yield_baton(std::size_t /*members*/) {}

    void wait(std::size_t member) {
        while (turn_.load(std::memory_order_acquire) != member) {
            ::sched_yield();
        }
    }

    void pass(std::size_t to) {
        turn_.store(static_cast<std::uint32_t>(to), std::memory_order_release);
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    std::atomic<std::uint32_t> turn_{none};
};

} // namespace tollgate::thread_test
