// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <ctime>

namespace tollgate::clock {

/// The time of clock_gettime, in nanoseconds.
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
/// - *Memory order*: none. The vDSO orders its reading of the counter with a fence.
/// - *Cost*: 15 to 30 ns through the vDSO, 100 ns and more as a system call.
template <clockid_t Id>
struct posix_clock {
    static constexpr clockid_t id = Id; ///< the clock of POSIX

    /// A reading at the begin of an interval.
    [[nodiscard]] std::int64_t begin() const noexcept { return now(); }
    /// A reading at the end of an interval.
    [[nodiscard]] std::int64_t end() const noexcept { return now(); }

    /// A reading.
    [[nodiscard]] static std::int64_t now() noexcept { return read(Id); }
};

using realtime_clock = posix_clock<CLOCK_REALTIME>;   ///< the time of day
using monotonic_clock = posix_clock<CLOCK_MONOTONIC>; ///< never set

#if defined(CLOCK_MONOTONIC_COARSE)
/// The time of the last tick of the scheduler; monotonic_clock if the system has no such clock.
using monotonic_coarse_clock = posix_clock<CLOCK_MONOTONIC_COARSE>;
#else
using monotonic_coarse_clock = monotonic_clock; ///< there is no other here
#endif

} // namespace tollgate::clock
