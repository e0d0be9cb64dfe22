// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>

#include <chrono>

namespace tollgate::sleep {

/// A type for the parameter of a function that takes a deadline. A time point of the clock in any
/// unit converts to this type. The conversion rounds and clamps like `deadline_at`.
///
///     using deadline_of_clock = tollgate::sleep::deadline_of<std::chrono::steady_clock>;
///     const auto wait = [](deadline_of_clock deadline) { return deadline.at(); };
///     wait(std::chrono::ceil<std::chrono::seconds>(std::chrono::steady_clock::now()));
///
/// If the parameter were a time point instead, std::chrono would convert a time point of a coarser
/// unit before the call. This conversion may overflow. The result would be a deadline in the past.
///
/// - *Cost*: none for a time point in the clock's own unit.
template <class Clock>
class deadline_of {
public:
    /// A moment in the clock's own unit.
    using time_point = typename Clock::time_point;

    /// Converts a time point. The conversion is implicit, so that you can pass a time point.
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
