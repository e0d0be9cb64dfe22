// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>

namespace tollgate::faults {

/// A clock that a check moves by hand, and which counts how often it is read. Each thread has its
/// own, as some checks play on two threads at once.
struct scripted_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<scripted_clock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept {
        const auto event = at_reading.find(++readings);
        if (event != at_reading.end()) {
            event->second();
        }
        since_epoch += reading_cost;
        return present();
    }
    /// Without reading it.
    static time_point present() noexcept { return time_point(since_epoch); }

    static void pass(duration time) noexcept { since_epoch += time; }
    /// Begins anew.
    static void set(duration when) {
        since_epoch = when;
        readings = 0;
        reading_cost = duration(0);
        at_reading.clear();
    }

    static inline constinit thread_local duration since_epoch{0};
    static inline constinit thread_local std::uint64_t readings = 0;
    /// So far a reading moves the time.
    static inline constinit thread_local duration reading_cost{0};
    /// What happens just before the first reading, the second ...
    static inline thread_local std::map<std::uint64_t, std::function<void()>> at_reading;
};
static_assert(std::chrono::is_clock_v<scripted_clock>);

/// The same clock for what speaks in time points of steady_clock: a sleep::time_source.
struct scripted_time : scripted_clock {
    using time_point = std::chrono::steady_clock::time_point;

    static time_point now() noexcept {
        return time_point(scripted_clock::now().time_since_epoch());
    }
    static time_point present() noexcept { return time_point(since_epoch); }
};

/// Another one, which a check sets, as a user may set the system's.
struct wall_clock {
    using duration = std::chrono::milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<wall_clock>;
    static constexpr bool is_steady = false;

    static time_point now() noexcept { return time_point(since_epoch); }

    static inline duration since_epoch{0};
};

} // namespace tollgate::faults
