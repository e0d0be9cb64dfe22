// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "needs.hpp"

#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <sched.h>

namespace tollgate::thread_test {

/// One word with the number of the member that has the baton. `Policy::between_checks()` is what
/// the others do between two checks of the word.
template <class Policy>
class alignas(64) polling_baton : public Policy {
public:
    explicit polling_baton(std::size_t /*members*/) {}

    void wait(std::size_t member) {
        while (holder_.load(std::memory_order_acquire) != member) {
            Policy::between_checks();
        }
    }

    void pass(std::size_t to) {
        holder_.store(static_cast<std::uint32_t>(to), std::memory_order_release);
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    std::atomic<std::uint32_t> holder_{none};
};

/// Yields the CPU that all members share. The kernel chooses the next thread, and need not choose
/// the right one.
struct yielding {
    static constexpr const char* name = "sched_yield";
    static constexpr const char* unit = "one hand-off by sched_yield()";
    static constexpr needs place = needs::one_cpu;

    static void between_checks() { ::sched_yield(); }
};
using sched_yield_baton = polling_baton<yielding>;

/// Relaxes the CPU: a hand-off moves a cache line from one CPU to another. Each member needs its
/// own CPU.
struct spinning {
    static constexpr const char* name = "spin";
    static constexpr const char* unit = "one hand-off by a shared cache line, spinning";
    static constexpr needs place = needs::own_cpus;

    static void between_checks() { sleep::relax(); }
};
using spin_baton = polling_baton<spinning>;

} // namespace tollgate::thread_test
