// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::sleep {

/// So long after `now`, rounded up to the clock's unit so that nobody returns early. Saturates:
/// what the clock cannot hold is `time_point::max()`, which every sleeper takes for no deadline;
/// zero, negative and NaN are `now`.
template <class Rep, class Period>
[[nodiscard]] std::chrono::steady_clock::time_point
deadline_after(const std::chrono::duration<Rep, Period>& time,
               std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now()) {
    using clock = std::chrono::steady_clock;
    using seconds = std::chrono::duration<long double>;
    if (!(time > time.zero())) {
        return now;
    }
    // Compared in a type that holds both; a conversion first could overflow.
    if (seconds(time) >= seconds(clock::time_point::max() - now)) {
        return clock::time_point::max();
    }
    return now + std::chrono::ceil<clock::duration>(time);
}

} // namespace tollgate::sleep
