// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_by.hpp>
#include <tollgate/sleep/deadline_of.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>
#include <type_traits>

namespace tollgate::cancel {

namespace detail {
/// A handler that wakes the thread that sleeps in a parker.
template <class Parker>
class parker_waker final : public cancellation_handler {
public:
    explicit parker_waker(Parker& parker) noexcept : parker_(&parker) {}
    ~parker_waker() = default;
    void cancel() noexcept override { parker_->wake(); }

private:
    deferred_wake cancel_and_defer_wake() noexcept override {
        if constexpr (std::is_same_v<Parker, sleep::parker>) {
            return {parker_->leave_permit(), nullptr};
        } else {
            cancel();
            return {};
        }
    }

    Parker* parker_;
};
} // namespace detail

/// Sleeps until the deadline or until the token is cancelled. Returns `timeout` or `cancelled`.
///
///     const tollgate::cancel::dummy_token cancellation;
///     const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
///     tollgate::cancel::sleep_until(end, cancellation);
///
/// Only a cancellation ends the sleep before the deadline. Signals do not end the sleep. The
/// deadline may be in any unit. A deadline of `max()`, or a deadline that the clock cannot
/// represent, counts as no deadline. The clock does not advance while the machine is suspended.
///
/// - *Threads*: any.
/// - *Cost*: a sleep of a `sleep::parker`, and one registration.
inline wait_status sleep_until(sleep::deadline_of<std::chrono::steady_clock> deadline,
                               const token& cancellation) noexcept {
    sleep::parker parker;
    detail::parker_waker handler(parker);
    cancellation_guard guard(cancellation, handler);
    if (guard.is_cancelled()) {
        return wait_status::cancelled;
    }
    parker.sleep_until(deadline.at());
    return cancellation.is_cancelled() ? wait_status::cancelled : wait_status::timeout;
}

/// Sleeps until a deadline of another clock than std::chrono::steady_clock. The thread wakes each
/// second to read this clock. So if the clock is set during the sleep, the sleep notices the change
/// within a second.
template <class Clock, class Duration>
    requires(!std::is_same_v<Clock, std::chrono::steady_clock>)
wait_status sleep_until(const std::chrono::time_point<Clock, Duration>& deadline,
                        const token& cancellation) {
    const sleep::deadline_by<Clock> end(deadline);
    while (!cancellation.is_cancelled()) {
        if (end.is_over()) {
            return wait_status::timeout;
        }
        sleep_until(end(), cancellation);
    }
    return wait_status::cancelled;
}

/// Sleeps for at least this time, or until the token is cancelled. If the time is zero or negative,
/// the call only checks the token. A time that is too long for the clock counts as no deadline.
template <class Rep, class Period>
wait_status sleep_for(const std::chrono::duration<Rep, Period>& time, const token& cancellation) {
    return sleep_until(sleep::deadline_after(time), cancellation);
}

} // namespace tollgate::cancel
