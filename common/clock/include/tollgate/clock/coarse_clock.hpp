// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/posix_clock.hpp>

#include <chrono>
#include <ctime>

namespace tollgate::clock {

/// What time it was at the scheduler's last tick, as a clock of the standard's kind: the cheapest
/// there is, since no counter is read. Its readings are those of `steady_clock`, of which they are
/// behind by up to `resolution()`, 1 to 10 ms as the kernel was built; by more if the tick itself
/// comes late, as in a virtual machine that gets no CPU. Where there is no such clock, they are
/// `steady_clock`'s own.
///
/// For deadlines: none comes early by this clock, but as `steady_clock` sees it one may come early
/// by up to a tick, if it was counted from a reading that was behind, and late by as much. For
/// timeouts of a second and more, which bound how long something may hang; not for sleeping.
///
/// Threads: any.
class coarse_clock {
public:
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<coarse_clock>;
    static constexpr bool is_steady = true;

#if defined(CLOCK_MONOTONIC_COARSE)
    [[nodiscard]] static time_point now() noexcept {
        return time_point(duration(posix_clock<CLOCK_MONOTONIC_COARSE>::now()));
    }
    /// By how much it steps.
    [[nodiscard]] static duration resolution() noexcept {
        timespec step{};
        ::clock_getres(CLOCK_MONOTONIC_COARSE, &step);
        return std::chrono::seconds(step.tv_sec) + duration(step.tv_nsec);
    }
#else
    [[nodiscard]] static time_point now() noexcept {
        return time_point(std::chrono::steady_clock::now().time_since_epoch());
    }
    [[nodiscard]] static duration resolution() noexcept {
        return std::chrono::ceil<duration>(std::chrono::steady_clock::duration(1));
    }
#endif
};

} // namespace tollgate::clock
