// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>

#include <chrono>

namespace tollgate::sleep {

/// A deadline as a function's parameter: takes a time point of this clock in any unit, clamped as
/// `deadline_at` says. With a time point as the parameter, std::chrono would convert a coarser one
/// before the call, and the last second would have passed.
///
/// Cost: none for a time point in the clock's own unit.
template <class Clock>
class deadline_of {
public:
    using time_point = typename Clock::time_point;

    template <class Duration>
    // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
    constexpr deadline_of(const std::chrono::time_point<Clock, Duration>& any)
        : at_(deadline_at(any)) {}

    [[nodiscard]] constexpr time_point at() const noexcept { return at_; }

private:
    time_point at_;
};

} // namespace tollgate::sleep
