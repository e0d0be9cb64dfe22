// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::measure {

/// The CPU time and the context switches of threads. Sums over threads are possible.
struct usage {
    std::chrono::nanoseconds cpu{0}; ///< exact
    /// Sampled by the kernel's tick. Only the ratio of `user` and `system` has a meaning, over many
    /// milliseconds.
    std::chrono::nanoseconds user{0};
    std::chrono::nanoseconds system{0};    ///< sampled like `user`
    std::int64_t voluntary_switches = 0;   ///< the thread waited
    std::int64_t involuntary_switches = 0; ///< the thread was preempted
    std::int64_t page_faults = 0;          ///< including those that read from a disk

    /// Adds the usage of another thread.
    usage& operator+=(const usage& other);
    /// The usage between two readings.
    friend usage operator-(usage after, const usage& before);
};

/// The usage of the calling thread since the thread began. Where a system counts only whole
/// processes (macOS), the switches are those of the process.
///
///     const auto before = tollgate::measure::usage_of_this_thread();
///     const auto used = tollgate::measure::usage_of_this_thread() - before;
///
/// - *Exceptions*: std::system_error.
/// - *Cost*: two system calls: clock_gettime(CLOCK_THREAD_CPUTIME_ID), getrusage(RUSAGE_THREAD).
[[nodiscard]] usage usage_of_this_thread();

} // namespace tollgate::measure
