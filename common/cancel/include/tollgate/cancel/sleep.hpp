// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/detail/parker_waker.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait_status.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>

namespace tollgate::cancel {

/// Sleeps until the deadline (`timeout`) or until the token is cancelled (`cancelled`); never
/// returns early, and signals do not end it. `time_point::max()` is no deadline. The clock stands
/// still while the machine is suspended.
///
/// Cost: that of the parker and of one registration.
inline wait_status sleep_until(std::chrono::steady_clock::time_point deadline,
                               const token& cancellation) noexcept {
    sleep::parker here;
    detail::parker_waker handler(here);
    cancellation_guard guard(cancellation, handler);
    if (guard.is_cancelled()) {
        return wait_status::cancelled;
    }
    here.sleep_until(deadline);
    return cancellation.is_cancelled() ? wait_status::cancelled : wait_status::timeout;
}

/// The same for any clock. A clock that is set while somebody sleeps is noticed within a second.
template <class Clock, class Duration>
wait_status sleep_until(const std::chrono::time_point<Clock, Duration>& deadline,
                        const token& cancellation) {
    constexpr std::chrono::seconds until_the_next_look(1);
    while (!cancellation.is_cancelled()) {
        const auto now = Clock::now();
        if (now >= deadline) {
            return wait_status::timeout;
        }
        const auto left = deadline - now < until_the_next_look
                              ? std::chrono::ceil<std::chrono::nanoseconds>(deadline - now)
                              : std::chrono::nanoseconds(until_the_next_look);
        sleep_until(sleep::deadline_after(left), cancellation);
    }
    return wait_status::cancelled;
}

/// So long, at least; zero and less only look at the token, and what is too long for the clock is
/// until cancelled.
template <class Rep, class Period>
wait_status sleep_for(const std::chrono::duration<Rep, Period>& time, const token& cancellation) {
    return sleep_until(sleep::deadline_after(time), cancellation);
}

} // namespace tollgate::cancel
