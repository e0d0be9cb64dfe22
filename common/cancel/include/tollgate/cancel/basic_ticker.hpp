// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>
#include <tollgate/timer/tick_schedule.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace tollgate::cancel {

/// A periodic timer. `Sleep` is the kind of wait: `sleep_of_thread` or `fiber::sleep_of_fiber`. The
/// classes `cancel::ticker` and `fiber::ticker` have the steady clock.
///
///     using clock = std::chrono::system_clock;
///     using tollgate::cancel::sleep_of_thread; // of ticker.hpp
///     tollgate::cancel::basic_ticker<clock, sleep_of_thread> ticks(
///         std::chrono::seconds(1), tollgate::timer::missed_ticks::skip);
///     const auto next = ticks.next(); // 1 s after the constructor; ticks.wait(token) waits
///
/// `timer::tick_schedule` describes the moments of the ticks, and what happens to missed ticks. A
/// copy is a second ticker with the same next tick. To start anew, assign a new ticker.
///
/// A tick never comes early by `Clock`, whose unit is nanoseconds. If the clock is not
/// std::chrono::steady_clock, a waiting thread reads the clock once a second, so it notices within
/// a second that the clock was set.
///
/// - *Threads*: one thread at a time. Any thread may cancel the token.
/// - *Exceptions*: the constructors throw std::invalid_argument if the period is zero, negative or
///   NaN.
/// - *Cost*: a tick that has come already takes one reading of the clock. A wait for a tick takes
///   two, and a sleep of `Sleep`. A ticker has 32 bytes and no thread.
template <class Clock, class Sleep>
class basic_ticker {
    static_assert(std::is_same_v<typename Clock::duration, std::chrono::nanoseconds>);

public:
    using clock = Clock;                           ///< the clock of the ticks
    using time_point = typename Clock::time_point; ///< a moment of this clock

    /// Makes a ticker whose first tick comes one period after now.
    template <class Rep, class Period>
    basic_ticker(const std::chrono::duration<Rep, Period>& period, timer::missed_ticks policy)
        : basic_ticker(Clock::now(), period, policy) {
        static_cast<void>(schedule_.take(schedule_.next())); // without the tick of now
    }
    /// Makes a ticker whose first tick comes at this moment. The period is rounded up to
    /// nanoseconds. A moment or a period that the clock cannot represent means that no tick comes.
    template <class Rep, class Period>
    basic_ticker(sleep::deadline_of<Clock> first, const std::chrono::duration<Rep, Period>& period,
                 timer::missed_ticks policy)
        : schedule_(first.at().time_since_epoch(), tollgate::sleep::nanoseconds_of(period),
                    policy) {}

    /// Waits for the next tick, and takes it. Returns how many ticks were missed and are left out.
    /// Returns no value if the token is cancelled; then the tick is not taken. If the tick has come
    /// already and the token is not cancelled, the call does not wait.
    std::optional<std::uint64_t> wait(const token& cancellation) {
        while (!cancellation.is_cancelled()) {
            if (const auto missed = schedule_.take(Clock::now().time_since_epoch())) {
                return missed;
            }
            Sleep::until(next(), cancellation);
        }
        return std::nullopt;
    }

    /// The moment of the next tick, or `max()` if no tick comes any more.
    [[nodiscard]] time_point next() const { return time_point(schedule_.next()); }

private:
    timer::tick_schedule schedule_;
};

} // namespace tollgate::cancel
