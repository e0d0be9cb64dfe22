// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>

#include <chrono>

namespace tollgate::sleep {

/// A deadline as a function's parameter: it takes a time point of this clock in any unit, and
/// rounds and clamps it as `deadline_at` does.
///
///     using deadline_of_clock = tollgate::sleep::deadline_of<std::chrono::steady_clock>;
///     const auto wait = [](deadline_of_clock deadline) { return deadline.at(); };
///     wait(std::chrono::ceil<std::chrono::seconds>(std::chrono::steady_clock::now()));
///
/// With a time point as the parameter, std::chrono would convert a coarser time point before the
/// call. That may overflow, and the deadline would have passed.
///
/// - *Cost*: none for a time point in the clock's own unit.
template <class Clock>
class deadline_of {
public:
    /// A moment in the clock's own unit.
    using time_point = typename Clock::time_point;

    /// Implicit, so that you pass a time point.
    template <class Duration>
    // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
    constexpr deadline_of(const std::chrono::time_point<Clock, Duration>& deadline)
        : at_(deadline_at(deadline)) {}

    /// The deadline, rounded and clamped.
    [[nodiscard]] constexpr time_point at() const noexcept { return at_; }

private:
    time_point at_;
};

} // namespace tollgate::sleep
