// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::sleep {

/// Overshoot policy: never parks when there is a deadline, and so has the least lateness, a clock
/// reading or two, and sees a wake first. Without a deadline the sleeper parks.
///
/// - *Threads*: the sleeping thread.
/// - *Cost*: a whole CPU.
struct spin {
    /// A moment of the sleepers' clock.
    using time_point = std::chrono::steady_clock::time_point;

    /// `now`.
    static time_point park_until(time_point /*deadline*/, time_point now) noexcept { return now; }
    /// Does nothing.
    static void learn(std::chrono::nanoseconds /*lateness*/) noexcept {}
};

} // namespace tollgate::sleep
