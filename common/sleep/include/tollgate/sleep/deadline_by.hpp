// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <algorithm>
#include <chrono>

namespace tollgate::sleep {

/// A deadline of another clock than the sleepers' clock, such as std::chrono::system_clock. It says
/// how long to sleep until you should check it again.
///
///     const auto when = std::chrono::system_clock::now() + std::chrono::seconds(5);
///     const tollgate::sleep::deadline_by<std::chrono::system_clock> deadline(when);
///     if (!deadline.is_over()) {
///         const auto next_check = deadline(); // sleep until then, and check again
///     }
///
/// It is over when its clock says so, and not before. A clock that is set meanwhile, forward or
/// back, is noticed within a second, because no time that it returns is longer. Hence a sleeper
/// wakes once a second. `max()` is no deadline, nor is a moment that the clock cannot represent.
///
/// - *Threads*: any.
/// - *Cost*: a reading of its clock for each call, and a reading of `Time` for `operator()`.
template <class Clock, time_source Time = std::chrono::steady_clock>
class deadline_by {
    using time_point = typename Clock::time_point;

public:
    /// A deadline in any unit of its clock.
    template <class Duration>
    explicit deadline_by(const std::chrono::time_point<Clock, Duration>& deadline)
        : end_(deadline_at(deadline)) {}

    /// Whether its clock has reached the deadline.
    [[nodiscard]] bool is_over() const { return !is_never() && Clock::now() >= end_; }

    /// The time after which to check again: a second at most, or the maximum if there is no
    /// deadline.
    [[nodiscard]] std::chrono::nanoseconds time_to_check() const {
        return is_never() ? (std::chrono::nanoseconds::max)()
                          : (std::min)(nanoseconds_between(Clock::now(), end_),
                                       std::chrono::nanoseconds(std::chrono::seconds(1)));
    }
    /// The moment at which to check again.
    [[nodiscard]] std::chrono::steady_clock::time_point operator()() const {
        return deadline_after(time_to_check(), Time::now());
    }

private:
    [[nodiscard]] bool is_never() const { return end_ == (time_point::max)(); }

    time_point end_;
};

} // namespace tollgate::sleep
