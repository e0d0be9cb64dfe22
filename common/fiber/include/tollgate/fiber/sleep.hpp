// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/alarm_by.hpp>
#include <tollgate/fiber/detail/limit.hpp>
#include <tollgate/fiber/detail/outcome.hpp>
#include <tollgate/fiber/detail/waiter.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <chrono>
#include <type_traits>

namespace tollgate::fiber {

namespace detail {
template <class Clock>
cancel::wait_status sleep(const limit<Clock>& within, const cancel::token& cancellation) {
    waiter<Clock, sharing::one_thread> self(basic_round_robin<Clock>::of_running_fiber(), nullptr);
    if (within.is_over()) {
        return cancellation.is_cancelled() ? cancel::wait_status::cancelled
                                           : cancel::wait_status::timeout;
    }
    return self.wait(within, cancellation) == queue::status::cancelled
               ? cancel::wait_status::cancelled
               : cancel::wait_status::timeout;
}
} // namespace detail

/// The fiber sleeps until the deadline (`timeout`) or until the token is cancelled (`cancelled`),
/// while others run; never shorter, and later by what `basic_round_robin` says. The deadline may be
/// in any unit; `max()` is none, and so is what the clock cannot hold. It may be of another clock
/// than the scheduler's, if that goes by std::chrono::steady_clock: if the other clock is set
/// meanwhile, it is noticed within a second.
///
/// Threads: the token may be cancelled by any. Throws std::logic_error if the thread's fibers are
/// scheduled neither by `basic_round_robin<Clock>` nor by `round_robin`.
///
/// Cost: a switch, two operations of the timing wheel, the registration with the token; no
/// allocation.
template <class Clock, class Duration>
cancel::wait_status sleep_until(const std::chrono::time_point<Clock, Duration>& deadline,
                                const cancel::token& cancellation) {
    using steady = std::chrono::steady_clock;
    if constexpr (std::is_same_v<typename Clock::duration, std::chrono::nanoseconds>) {
        if (std::is_same_v<Clock, steady> ||
            basic_round_robin<Clock>::of_this_thread() != nullptr) {
            return detail::sleep(
                detail::limit<Clock>::until(tollgate::sleep::deadline_at(deadline)), cancellation);
        }
    }
    detail::alarm_by<steady, Clock> by(deadline);
    return detail::sleep(detail::limit<steady>::until(by), cancellation);
}

/// So long from the call on; zero and less only look at the token.
template <class Clock = std::chrono::steady_clock, class Rep, class Period>
cancel::wait_status sleep_for(const std::chrono::duration<Rep, Period>& time,
                              const cancel::token& cancellation) {
    return detail::sleep(detail::limit<Clock>::within(tollgate::sleep::nanoseconds_of(time)),
                         cancellation);
}

/// Without reading the clock, from the scheduler's next look on.
template <class Clock = std::chrono::steady_clock>
cancel::wait_status sleep_for(deferred time, const cancel::token& cancellation) {
    return detail::sleep(detail::limit<Clock>::within(time), cancellation);
}

} // namespace tollgate::fiber
