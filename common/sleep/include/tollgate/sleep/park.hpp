// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::sleep {

/// Overshoot policy: parks until the deadline and is as late as the kernel makes it, by default the
/// timer slack of 50 µs and a wake-up. Takes no CPU time.
struct park {
    using time_point = std::chrono::steady_clock::time_point;

    static time_point park_until(time_point deadline, time_point /*now*/) noexcept {
        return deadline;
    }
    static void learn(std::chrono::nanoseconds /*lateness*/) noexcept {}
};

} // namespace tollgate::sleep
