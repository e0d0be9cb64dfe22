// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/coarse_clock.hpp>
#include <tollgate/clock/tsc_clock.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tollgate::timeout_test {

/// By which clock a scheduler counts timeouts.
enum class clock_kind {
    os,    ///< std::chrono::steady_clock
    tsc,   ///< clock::tsc_clock
    coarse ///< clock::coarse_clock
};

inline constexpr std::array all_clocks{clock_kind::os, clock_kind::tsc, clock_kind::coarse};

[[nodiscard]] constexpr std::string_view to_string(clock_kind which) {
    switch (which) {
    case clock_kind::os:
        return "os";
    case clock_kind::tsc:
        return "tsc";
    case clock_kind::coarse:
        break;
    }
    return "coarse";
}

/// Calls `make` with the type of that clock.
template <class Make>
auto with_clock(clock_kind which, Make make) {
    switch (which) {
    case clock_kind::tsc:
        return make(std::type_identity<clock::tsc_clock>{});
    case clock_kind::coarse:
        return make(std::type_identity<clock::coarse_clock>{});
    case clock_kind::os:
        break;
    }
    return make(std::type_identity<std::chrono::steady_clock>{});
}

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
