// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::sleep {

/// Overshoot policy: parks until the deadline, and is as late as the kernel makes it. By default
/// that is the timer slack of 50 µs and a wake-up.
///
/// - *Threads*: the sleeping thread.
/// - *Cost*: no CPU time.
struct park {
    /// A moment of the sleepers' clock.
    using time_point = std::chrono::steady_clock::time_point;

    /// The deadline.
    static time_point park_until(time_point deadline, time_point /*now*/) noexcept {
        return deadline;
    }
    /// Does nothing.
    static void learn(std::chrono::nanoseconds /*lateness*/) noexcept {}
};

} // namespace tollgate::sleep
