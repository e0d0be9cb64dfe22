// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/posix_clock.hpp>

#include <chrono>
#include <ctime>

namespace tollgate::clock {

/// The time of the scheduler's last tick, as a clock of std::chrono, for timeouts of a second and
/// more.
///
///     const auto deadline = clock::coarse_clock::now() + std::chrono::seconds(5);
///     const bool is_over = clock::coarse_clock::now() >= deadline;
///
/// - *Threads*: any.
/// - *Cost*: the cheapest clock, because no counter is read.
///
/// Readings are those of steady_clock, but up to `resolution()` behind: 1 to 10 ms, depending on
/// the kernel. They are farther behind if the tick is late, for example in a virtual machine
/// without a CPU. If the system has no such clock, the readings are those of steady_clock.
///
/// By this clock no deadline is early. By steady_clock a deadline may be early or late by a tick:
/// early if it was computed from a reading that was behind. Do not sleep by this clock.
class coarse_clock {
public:
    using duration = std::chrono::nanoseconds;                ///< as of a clock
    using rep = duration::rep;                                ///< as of a clock
    using period = duration::period;                          ///< as of a clock
    using time_point = std::chrono::time_point<coarse_clock>; ///< as of a clock
    static constexpr bool is_steady = true;                   ///< as of a clock

#if defined(CLOCK_MONOTONIC_COARSE)
    /// The time of the last tick.
    [[nodiscard]] static time_point now() noexcept {
        return time_point(duration(posix_clock<CLOCK_MONOTONIC_COARSE>::now()));
    }
    /// The interval between two ticks.
    [[nodiscard]] static duration resolution() noexcept {
        timespec step{};
        ::clock_getres(CLOCK_MONOTONIC_COARSE, &step);
        return std::chrono::seconds(step.tv_sec) + duration(step.tv_nsec);
    }
#else
    /// The time of steady_clock.
    [[nodiscard]] static time_point now() noexcept {
        return time_point(std::chrono::steady_clock::now().time_since_epoch());
    }
    /// The unit of steady_clock.
    [[nodiscard]] static duration resolution() noexcept {
        return std::chrono::ceil<duration>(std::chrono::steady_clock::duration(1));
    }
#endif
};

} // namespace tollgate::clock
