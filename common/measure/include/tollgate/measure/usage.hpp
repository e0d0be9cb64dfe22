// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::measure {

/// The CPU time and the context switches of one thread, or the sums of several threads.
struct usage {
    std::chrono::nanoseconds cpu{0}; ///< the CPU time, exact
    /// The CPU time in user mode, sampled by the kernel's tick. Only the ratio of `user` to
    /// `system` has a meaning, and only over many milliseconds.
    std::chrono::nanoseconds user{0};
    std::chrono::nanoseconds system{0};    ///< the CPU time in the kernel, sampled like `user`
    std::int64_t voluntary_switches = 0;   ///< switches because the thread waited
    std::int64_t involuntary_switches = 0; ///< switches because the thread was preempted
    std::int64_t page_faults = 0;          ///< page faults, with and without reading from a disk

    /// Adds the usage of another thread.
    usage& operator+=(const usage& other);
    /// Returns the usage between two readings.
    friend usage operator-(usage after, const usage& before);
};

/// Returns the usage of the calling thread since the thread began. On a system that counts only for
/// whole processes (macOS), the switches are the switches of the process.
///
///     const auto before = tollgate::measure::usage_of_this_thread();
///     const auto used = tollgate::measure::usage_of_this_thread() - before;
///
/// - *Exceptions*: std::system_error.
/// - *Cost*: two system calls: clock_gettime(CLOCK_THREAD_CPUTIME_ID), getrusage(RUSAGE_THREAD).
[[nodiscard]] usage usage_of_this_thread();

} // namespace tollgate::measure
