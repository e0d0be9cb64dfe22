// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::sleep {

/// An `overshoot` policy: a type for the template parameter `Overshoot` of basic_parker. There is
/// no spin: the thread sleeps in the kernel until the deadline. The thread is late by the lateness
/// of the kernel. By default, this lateness is the timer slack of 50 µs, plus the time of a
/// wake-up.
///
/// - *Threads*: only the sleeping thread calls the functions.
/// - *Cost*: no CPU time.
struct park {
    /// A moment of the sleepers' clock.
    using time_point = std::chrono::steady_clock::time_point;

    /// Returns the deadline.
    static time_point park_until(time_point deadline, time_point /*now*/) noexcept {
        return deadline;
    }
    /// Does nothing.
    static void learn(std::chrono::nanoseconds /*lateness*/) noexcept {}
};

} // namespace tollgate::sleep
