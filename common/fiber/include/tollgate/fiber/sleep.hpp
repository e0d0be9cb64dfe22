// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/foreign_clock_alarm.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/fiber/detail/wait_timeout.hpp>
#include <tollgate/fiber/detail/waiter.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <chrono>
#include <type_traits>

namespace tollgate::fiber {

namespace detail {
template <class Clock>
cancel::wait_status sleep(const wait_timeout<Clock>& timeout, const cancel::token& cancellation) {
    waiter<Clock, sharing::one_thread> self(basic_round_robin<Clock>::of_running_fiber(), nullptr);
    if (timeout.is_over()) {
        return cancellation.is_cancelled() ? cancel::wait_status::cancelled
                                           : cancel::wait_status::timeout;
    }
    return self.wait(timeout, cancellation) == queue::status::cancelled
               ? cancel::wait_status::cancelled
               : cancel::wait_status::timeout;
}
} // namespace detail

/// Suspends the calling fiber until the deadline or until the token is cancelled, while other
/// fibers run. Returns `timeout` after the deadline, and `cancelled` if the token was cancelled.
/// If the token is not cancelled, the sleep never ends before the deadline. `basic_round_robin`
/// describes how late the sleep may end.
///
///     tollgate::fiber::sleep_until(std::chrono::steady_clock::now() + std::chrono::seconds(1));
///
/// The deadline may be in any unit. `max()`, or a moment that the clock cannot represent, means no
/// deadline. If the scheduler's clock is std::chrono::steady_clock, the deadline may be of another
/// clock. If the other clock is set during the sleep, the fiber notices the change within a second.
///
/// - *Threads*: any thread may cancel the token.
/// - *Exceptions*: throws std::logic_error if the thread's scheduler is neither
///   `basic_round_robin<Clock>` nor `round_robin`.
/// - *Cost*: a switch and two operations of the timing wheel. A token that can be cancelled adds a
///   registration. There is no allocation.
template <class Clock, class Duration>
cancel::wait_status sleep_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                const cancel::token& cancellation = cancel::dummy_token()) {
    using steady = std::chrono::steady_clock;
    if constexpr (std::is_same_v<typename Clock::duration, std::chrono::nanoseconds>) {
        if (std::is_same_v<Clock, steady> ||
            basic_round_robin<Clock>::of_this_thread() != nullptr) {
            return detail::sleep(
                detail::wait_timeout<Clock>::until(tollgate::sleep::deadline_at(deadline)),
                cancellation);
        }
    }
    detail::foreign_clock_alarm<steady, Clock> end(deadline);
    return detail::sleep(detail::wait_timeout<steady>::until(end), cancellation);
}

/// Like sleep_until, for a time that counts from the call. If the time is zero or less, the call
/// reads the token and returns at once.
template <class Clock = std::chrono::steady_clock, class Rep, class Period>
cancel::wait_status sleep_for(const std::chrono::duration<Rep, Period>& time,
                              const cancel::token& cancellation = cancel::dummy_token()) {
    return detail::sleep(detail::wait_timeout<Clock>::within(tollgate::sleep::nanoseconds_of(time)),
                         cancellation);
}

/// Like sleep_until, for a time that counts from the scheduler's next clock check. The call does
/// not read the clock.
template <class Clock = std::chrono::steady_clock>
cancel::wait_status sleep_for(deferred time,
                              const cancel::token& cancellation = cancel::dummy_token()) {
    return detail::sleep(detail::wait_timeout<Clock>::within(time), cancellation);
}

} // namespace tollgate::fiber
