// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstdint>

namespace tollgate::bill::planted {

/// Whether a program has its waste, or does the same work without it.
enum class version { wasteful, mended };

/// Keeps the CPU busy for about this many microseconds: a fixed number of steps, so that both
/// versions of a program do the same work.
inline void work_us(double us) {
    constexpr double steps_a_us = 660;
    std::uint64_t value = 1;
    for (auto left = static_cast<std::uint64_t>(us * steps_a_us); left != 0; --left) {
        value = value * 6364136223846793005U + left;
        asm volatile("" : "+r"(value));
    }
}

// Each function is a program: it does a fixed amount of work, and ends.
void sleeping_queue(version); ///< a queue whose consumer sleeps at each message, 5 µs apart
void polling(version);        ///< a thread that looks for news every millisecond
void os_timeouts(version);    ///< a timer of the system, armed and disarmed for each message
void notify_all(version);     ///< 50 threads are woken, and one of them goes on
void locked_call(version);    ///< a contended mutex that is held during a system call
void migrating(version);      ///< a thread that is moved to another CPU every millisecond
void false_sharing(version);  ///< two counters in one cache line
void big_pool(version);       ///< 64 threads for small jobs
void yielding(version);       ///< a thread that waits by sched_yield
void innocent(version);       ///< threads that work and wait as they should

} // namespace tollgate::bill::planted
