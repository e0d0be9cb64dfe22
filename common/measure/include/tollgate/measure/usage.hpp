// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::measure {

/// What threads used: CPU time, and how often they gave up the CPU (voluntary: they waited) or lost
/// it (involuntary: they were preempted). Sums over threads add up.
struct usage {
    std::chrono::nanoseconds cpu{0};    ///< exact
    std::chrono::nanoseconds user{0};   ///< sampled by the kernel's tick: only the ratio of these
    std::chrono::nanoseconds system{0}; ///< two means something, over many milliseconds
    std::int64_t voluntary_switches = 0;
    std::int64_t involuntary_switches = 0;
    std::int64_t page_faults = 0; ///< those that read from a disk included

    usage& operator+=(const usage& other);
    friend usage operator-(usage after, const usage& before);
};

/// Of the calling thread, since it began: clock_gettime(CLOCK_THREAD_CPUTIME_ID) and
/// getrusage(RUSAGE_THREAD), two system calls. Where a system counts only whole processes (macOS),
/// the switches are the process's. Throws std::system_error.
[[nodiscard]] usage usage_of_this_thread();

} // namespace tollgate::measure
