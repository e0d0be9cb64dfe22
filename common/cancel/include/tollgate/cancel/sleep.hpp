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
/// Wakes who sleeps in a parker when the token is cancelled.
template <class Parker>
class parker_waker final : public cancellation_handler {
public:
    explicit parker_waker(Parker& of) noexcept : parker_(&of) {}
    ~parker_waker() = default;
    void cancel() noexcept override { parker_->wake(); }

private:
    last_act cancel_but_for_the_last_act() noexcept override {
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

/// Sleeps until the deadline (`timeout`) or until the token is cancelled (`cancelled`); never
/// returns early, and signals do not end it. The deadline may be in any unit; `max()` is none, and
/// so is what the clock cannot hold. The clock stands still while the machine is suspended.
///
/// Cost: that of the parker and of one registration.
inline wait_status sleep_until(sleep::deadline_of<std::chrono::steady_clock> deadline,
                               const token& cancellation) noexcept {
    sleep::parker here;
    detail::parker_waker handler(here);
    cancellation_guard guard(cancellation, handler);
    if (guard.is_cancelled()) {
        return wait_status::cancelled;
    }
    here.sleep_until(deadline.at());
    return cancellation.is_cancelled() ? wait_status::cancelled : wait_status::timeout;
}

/// The same by any other clock. One that is set during the sleep is noticed within a second, for
/// which the thread wakes each second.
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

/// So long, at least; zero and less only look at the token, and what is too long for the clock is
/// until cancelled.
template <class Rep, class Period>
wait_status sleep_for(const std::chrono::duration<Rep, Period>& time, const token& cancellation) {
    return sleep_until(sleep::deadline_after(time), cancellation);
}

} // namespace tollgate::cancel
