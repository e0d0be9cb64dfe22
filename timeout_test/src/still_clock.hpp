// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace tollgate::timeout_test {

/// A clock that stands still, and counts how often a thread has read it: so what a scheduler does
/// depends on no machine.
///
/// Threads: any; each counts for itself.
class still_clock {
public:
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<still_clock>;
    static constexpr bool is_steady = true;

    [[nodiscard]] static time_point now() noexcept {
        ++readings_;
        return time_point(std::chrono::hours(1));
    }

    /// By the calling thread.
    [[nodiscard]] static std::uint64_t readings() noexcept { return readings_; }

private:
    static inline constinit thread_local std::uint64_t readings_ = 0;
};

} // namespace tollgate::timeout_test
