// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::timer {

/// A clock that a check moves, and which counts how often it is read.
struct scripted_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<scripted_clock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept {
        ++readings;
        return time_point(since_epoch);
    }
    /// Begins anew.
    static void set(duration when) noexcept {
        since_epoch = when;
        readings = 0;
    }

    static inline duration since_epoch{0};
    static inline std::uint64_t readings = 0;
};
static_assert(std::chrono::is_clock_v<scripted_clock>);

} // namespace tollgate::timer
