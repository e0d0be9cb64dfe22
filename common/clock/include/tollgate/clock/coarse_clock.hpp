// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/posix_clock.hpp>

#include <chrono>
#include <ctime>

namespace tollgate::clock {

/// A clock of std::chrono that returns the time of the scheduler's last tick. Use this clock for
/// timeouts of a second and more.
///
///     const auto deadline = clock::coarse_clock::now() + std::chrono::seconds(5);
///     const bool is_over = clock::coarse_clock::now() >= deadline;
///
/// - *Threads*: any.
/// - *Cost*: lower than for any other clock, because no counter is read.
///
/// A reading is the time of steady_clock at the last tick. So a reading is up to `resolution()`
/// behind steady_clock: 1 to 10 ms, depending on the kernel. If the tick is late, for example
/// because a virtual machine gets no CPU, a reading is farther behind. If the system has no such
/// clock, the readings come from steady_clock.
///
/// By this clock, a wait that polls this clock never ends before its deadline. By steady_clock, the
/// wait may end a tick early or late. The wait ends early if the reading from which you computed
/// the deadline was behind steady_clock. Do not use a deadline of this clock for a sleep.
class coarse_clock {
public:
    using duration = std::chrono::nanoseconds;                ///< as std::chrono requires
    using rep = duration::rep;                                ///< as std::chrono requires
    using period = duration::period;                          ///< as std::chrono requires
    using time_point = std::chrono::time_point<coarse_clock>; ///< as std::chrono requires
    static constexpr bool is_steady = true;                   ///< as std::chrono requires

#if defined(CLOCK_MONOTONIC_COARSE)
    /// Returns the time of the last tick.
    [[nodiscard]] static time_point now() noexcept {
        return time_point(duration(posix_clock<CLOCK_MONOTONIC_COARSE>::now()));
    }
    /// Returns the interval between two ticks.
    [[nodiscard]] static duration resolution() noexcept {
        timespec step{};
        ::clock_getres(CLOCK_MONOTONIC_COARSE, &step);
        return std::chrono::seconds(step.tv_sec) + duration(step.tv_nsec);
    }
#else
    /// Returns the time of steady_clock.
    [[nodiscard]] static time_point now() noexcept {
        return time_point(std::chrono::steady_clock::now().time_since_epoch());
    }
    /// Returns the unit of steady_clock.
    [[nodiscard]] static duration resolution() noexcept {
        return std::chrono::ceil<duration>(std::chrono::steady_clock::duration(1));
    }
#endif
};

} // namespace tollgate::clock
