// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::fiber {

/// A clock that a scene moves by hand, and which counts how often it is read: each thread has its
/// own, as scenes play on two threads at once.
struct scripted_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<scripted_clock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept {
        ++readings;
        return present;
    }
    static void pass(duration time) noexcept { present += time; }

    static inline thread_local time_point present{};
    static inline thread_local std::uint64_t readings = 0;
};

} // namespace tollgate::fiber
