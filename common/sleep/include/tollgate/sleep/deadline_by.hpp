// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <algorithm>
#include <chrono>

namespace tollgate::sleep {

/// A deadline of a clock that is not the clock of the sleepers, such as std::chrono::system_clock.
/// A call of the object returns a moment of the sleepers' clock (steady_clock). Sleep until this
/// moment, and then check whether the deadline is over.
///
///     const auto when = std::chrono::system_clock::now() + std::chrono::seconds(5);
///     const tollgate::sleep::deadline_by<std::chrono::system_clock> deadline(when);
///     if (!deadline.is_over()) {
///         const auto next_check = deadline(); // sleep until this moment, and check again
///     }
///
/// The deadline is over when its clock has reached the deadline, and never earlier. The clock may
/// be set forward or back while a thread sleeps. The moments for the checks are at most a second
/// apart, so the thread notices this change within a second. A sleeping thread therefore wakes up
/// once a second. The deadline `max()` means no deadline. A deadline after the last moment that the
/// clock can represent means no deadline, too.
///
/// - *Threads*: any.
/// - *Cost*: each call reads the clock of the deadline. `operator()` also reads `Time`.
template <class Clock, time_source Time = std::chrono::steady_clock>
class deadline_by {
    using time_point = typename Clock::time_point;

public:
    /// Creates a deadline from a time point of `Clock` in any unit.
    template <class Duration>
    explicit deadline_by(const std::chrono::time_point<Clock, Duration>& deadline)
        : end_(deadline_at(deadline)) {}

    /// Returns whether the clock has reached the deadline.
    [[nodiscard]] bool is_over() const { return !is_never() && Clock::now() >= end_; }

    /// Returns the duration after which you should check again: at most a second. Returns
    /// nanoseconds::max() if there is no deadline.
    [[nodiscard]] std::chrono::nanoseconds time_to_check() const {
        return is_never() ? (std::chrono::nanoseconds::max)()
                          : (std::min)(nanoseconds_between(Clock::now(), end_),
                                       std::chrono::nanoseconds(std::chrono::seconds(1)));
    }
    /// Returns the moment at which you should check again.
    [[nodiscard]] std::chrono::steady_clock::time_point operator()() const {
        return deadline_after(time_to_check(), Time::now());
    }

private:
    [[nodiscard]] bool is_never() const { return end_ == (time_point::max)(); }

    time_point end_;
};

} // namespace tollgate::sleep
