// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/parker.hpp>

#include <algorithm>
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

/// When std::chrono::steady_clock will have gone as far as another clock goes from `now` to `end`.
template <class Time>
std::chrono::steady_clock::time_point steady_time_of(Time end, Time now) {
    // Clocks whose epoch lies ahead are negative today: the difference may be more than they hold.
    if (now < Time() && end > Time::max() + now.time_since_epoch()) {
        return std::chrono::steady_clock::time_point::max();
    }
    return sleep::deadline_after(end - now);
}
} // namespace detail

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

/// The same for any clock and any unit. What the clock cannot hold, in its own unit, is no deadline
/// or one that has passed. A clock other than std::chrono::steady_clock that is set during the
/// sleep is noticed within a second, for which the thread wakes each second.
template <class Clock, class Duration>
wait_status sleep_until(const std::chrono::time_point<Clock, Duration>& deadline,
                        const token& cancellation) {
    using std::chrono::steady_clock;
    const typename Clock::time_point end = sleep::deadline_at(deadline);
    if constexpr (std::is_same_v<Clock, steady_clock>) {
        return sleep_until(end, cancellation);
    } else {
        if (end == Clock::time_point::max()) {
            return sleep_until(steady_clock::time_point::max(), cancellation);
        }
        while (!cancellation.is_cancelled()) {
            const typename Clock::time_point now = Clock::now();
            if (now >= end) {
                return wait_status::timeout;
            }
            const steady_clock::time_point next_look =
                sleep::deadline_after(std::chrono::seconds(1));
            sleep_until(std::min(next_look, detail::steady_time_of(end, now)), cancellation);
        }
        return wait_status::cancelled;
    }
}

/// So long, at least; zero and less only look at the token, and what is too long for the clock is
/// until cancelled.
template <class Rep, class Period>
wait_status sleep_for(const std::chrono::duration<Rep, Period>& time, const token& cancellation) {
    return sleep_until(sleep::deadline_after(time), cancellation);
}

} // namespace tollgate::cancel
