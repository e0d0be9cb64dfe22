// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::fiber_test {

/// For a scheduler to which nothing takes any time.
struct stopped_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<stopped_clock>;
    static constexpr bool is_steady = true;

    [[nodiscard]] static time_point now() noexcept { return {}; }
};

} // namespace tollgate::fiber_test
