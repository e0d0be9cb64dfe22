// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <ctime>

namespace tollgate::clock {

/// Returns the time of the clock `id` from clock_gettime, in nanoseconds.
[[nodiscard]] inline std::int64_t read(clockid_t id) noexcept {
    timespec time{};
    ::clock_gettime(id, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// A stopwatch that reads clock_gettime, in nanoseconds.
///
///     const clock::monotonic_clock watch;
///     const std::int64_t start = watch.begin();
///     const std::int64_t ns = watch.end() - start;
///
/// - *Threads*: any.
/// - *Memory order*: none. The vDSO uses a fence only to order its own reading of the counter.
/// - *Cost*: 15 to 35 ns through the vDSO, 100 ns and more as a system call.
template <clockid_t Id>
struct posix_clock {
    static constexpr clockid_t id = Id; ///< the clock's id in POSIX

    /// Returns a reading at the beginning of an interval.
    [[nodiscard]] std::int64_t begin() const noexcept { return now(); }
    /// Returns a reading at the end of an interval.
    [[nodiscard]] std::int64_t end() const noexcept { return now(); }

    /// Returns a reading.
    [[nodiscard]] static std::int64_t now() noexcept { return read(Id); }
};

using realtime_clock = posix_clock<CLOCK_REALTIME>;   ///< the time of day
using monotonic_clock = posix_clock<CLOCK_MONOTONIC>; ///< a clock that is never set

#if defined(CLOCK_MONOTONIC_COARSE)
/// The time of the last tick of the scheduler; monotonic_clock if the system has no such clock.
using monotonic_coarse_clock = posix_clock<CLOCK_MONOTONIC_COARSE>;
#else
using monotonic_coarse_clock = monotonic_clock; ///< because this system has no coarse clock
#endif

} // namespace tollgate::clock
