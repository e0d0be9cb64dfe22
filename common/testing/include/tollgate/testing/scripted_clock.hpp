// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>

namespace tollgate::testing {

/// A clock that a check moves by hand, and that counts its readings.
///
///     using testing::scripted_clock;
///     scripted_clock::set(std::chrono::hours(1));
///     scripted_clock::pass(std::chrono::milliseconds(5));
///     const auto now = scripted_clock::now();
///     const bool counted = scripted_clock::readings == 1;
///
/// - *Threads*: each thread has its own clock.
struct scripted_clock {
    using duration = std::chrono::nanoseconds;                  ///< required of a clock
    using rep = duration::rep;                                  ///< required of a clock
    using period = duration::period;                            ///< required of a clock
    using time_point = std::chrono::time_point<scripted_clock>; ///< required of a clock
    static constexpr bool is_steady = true;                     ///< required of a clock

    /// Reads the clock. Counts the reading, calls the function that `at_reading` contains for this
    /// reading, moves the time forward by `reading_cost`, and returns the time.
    static time_point now() noexcept {
        const auto event = at_reading.find(++readings);
        if (event != at_reading.end()) {
            event->second();
        }
        since_epoch += reading_cost;
        return present();
    }
    /// Returns the time, and does not count a reading.
    static time_point present() noexcept { return time_point(since_epoch); }

    /// Moves the time forward.
    static void pass(duration time) noexcept { since_epoch += time; }
    /// Sets the time and resets all other members.
    static void set(duration when) {
        since_epoch = when;
        readings = 0;
        reading_cost = duration(0);
        at_reading.clear();
    }

    /// The time.
    static inline constinit thread_local duration since_epoch{0};
    /// The number of readings.
    static inline constinit thread_local std::uint64_t readings = 0;
    /// The time that a reading takes.
    static inline constinit thread_local duration reading_cost{0};
    /// Functions that `now` calls just before a reading. The key is the number of the reading, and
    /// the first reading has number 1.
    static inline thread_local std::map<std::uint64_t, std::function<void()>> at_reading;
};
static_assert(std::chrono::is_clock_v<scripted_clock>);

/// The clock `scripted_clock` with the time points of steady_clock. The struct satisfies the
/// concept sleep::time_source.
struct scripted_time : scripted_clock {
    using time_point = std::chrono::steady_clock::time_point; ///< required of a time source

    /// Reads the clock like scripted_clock::now.
    static time_point now() noexcept {
        return time_point(scripted_clock::now().time_since_epoch());
    }
    /// Returns the time, and does not count a reading.
    static time_point present() noexcept { return time_point(since_epoch); }
};

/// A clock that a check may set back, like the system's real-time clock.
struct wall_clock {
    using duration = std::chrono::milliseconds;             ///< required of a clock
    using rep = duration::rep;                              ///< required of a clock
    using period = duration::period;                        ///< required of a clock
    using time_point = std::chrono::time_point<wall_clock>; ///< required of a clock
    static constexpr bool is_steady = false;                ///< required of a clock

    /// The time that the check has set.
    static time_point now() noexcept { return time_point(since_epoch); }

    /// The time. The check sets this member.
    static inline duration since_epoch{0};
};

} // namespace tollgate::testing
