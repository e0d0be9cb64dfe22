// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::check_support {

/// A clock that a check moves by hand, and which counts how often it is read: each thread has its
/// own, as some checks play on two threads at once.
struct scripted_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<scripted_clock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept {
        ++readings;
        return present();
    }
    /// Without reading it.
    static time_point present() noexcept { return time_point(since_epoch); }

    static void pass(duration time) noexcept { since_epoch += time; }
    /// Begins anew.
    static void set(duration when) noexcept {
        since_epoch = when;
        readings = 0;
    }

    static inline constinit thread_local duration since_epoch{0};
    static inline constinit thread_local std::uint64_t readings = 0;
};
static_assert(std::chrono::is_clock_v<scripted_clock>);

} // namespace tollgate::check_support
