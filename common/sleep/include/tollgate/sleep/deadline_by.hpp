// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <algorithm>
#include <chrono>

namespace tollgate::sleep {

/// A deadline by another clock than the one that sleepers go by, as std::chrono::system_clock. It
/// says for how long to sleep until it is to be asked again.
///
///     const deadline_by<std::chrono::system_clock> end(deadline);
///     while (!end.is_over() && parker.sleep_until(end()) == outcome::timeout) {
///     }
///
/// It is over when its clock says so, and not before. A clock that is set meanwhile, forward or
/// back, is noticed within a second: no time that it gives is longer. Hence a sleeper wakes once a
/// second. `max()` is no deadline, and so is what the clock cannot hold.
///
/// Threads: any. Cost: a reading of its clock for each question, and one of `Time` for a moment.
template <class Clock, time_source Time = std::chrono::steady_clock>
class deadline_by {
    using time_point = typename Clock::time_point;

public:
    /// In any unit of its clock.
    template <class Duration>
    explicit deadline_by(const std::chrono::time_point<Clock, Duration>& any)
        : end_(deadline_at(any)) {}

    [[nodiscard]] bool is_over() const { return !is_never() && Clock::now() >= end_; }

    /// After so long ask again.
    [[nodiscard]] std::chrono::nanoseconds patience() const {
        return is_never() ? (std::chrono::nanoseconds::max)()
                          : (std::min)(nanoseconds_between(Clock::now(), end_),
                                       std::chrono::nanoseconds(std::chrono::seconds(1)));
    }
    /// The moment at which to ask again.
    [[nodiscard]] std::chrono::steady_clock::time_point operator()() const {
        return deadline_after(patience(), Time::now());
    }

private:
    [[nodiscard]] bool is_never() const { return end_ == (time_point::max)(); }

    time_point end_;
};

} // namespace tollgate::sleep
