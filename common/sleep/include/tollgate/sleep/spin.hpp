// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::sleep {

/// Overshoot policy: never parks when there is a deadline. The least late, a clock reading or two,
/// and the first to see a wake, for a whole CPU. Without a deadline there is nothing to be late
/// for, and the sleeper parks.
struct spin {
    using time_point = std::chrono::steady_clock::time_point;

    static time_point park_until(time_point /*deadline*/, time_point now) noexcept { return now; }
    static void learn(std::chrono::nanoseconds /*lateness*/) noexcept {}
};

} // namespace tollgate::sleep
