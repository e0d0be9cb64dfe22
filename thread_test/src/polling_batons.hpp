// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "needs.hpp"

#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <sched.h>

namespace tollgate::thread_test {

/// One word that holds the number of the member whose turn it is. `Between` says what the others do
/// between two looks at it.
template <class Between>
class alignas(64) polling_baton : public Between {
public:
    explicit polling_baton(std::size_t /*members*/) {}

    void wait(std::size_t member) {
        while (turn_.load(std::memory_order_acquire) != member) {
            Between::looks();
        }
    }

    void pass(std::size_t to) {
        turn_.store(static_cast<std::uint32_t>(to), std::memory_order_release);
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    std::atomic<std::uint32_t> turn_{none};
};

/// They yield the CPU that all of them share. The kernel chooses who runs next and need not choose
/// the right one.
struct yielding {
    static constexpr const char* name = "sched_yield";
    static constexpr const char* unit = "one hand-off by sched_yield()";
    static constexpr needs place = needs::one_cpu;

    static void looks() { ::sched_yield(); }
};
using sched_yield_baton = polling_baton<yielding>;

/// Nothing: a hand-off moves a cache line from one CPU to another. Each member needs a CPU of its
/// own.
struct spinning {
    static constexpr const char* name = "spin";
    static constexpr const char* unit = "one hand-off by a shared cache line, spinning";
    static constexpr needs place = needs::own_cpus;

    static void looks() { sleep::relax(); }
};
using spin_baton = polling_baton<spinning>;

} // namespace tollgate::thread_test
