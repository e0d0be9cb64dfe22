// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::fiber::detail {

/// The timeout of a wait. The wait may last for ever, until a deadline, for a time, or until an
/// alarm goes off.
///
/// Pass a wait_timeout by reference only. A copy would load the object in larger pieces than the
/// pieces that were just stored. A processor delays such loads until the stores have left its store
/// buffer.
template <class Clock>
class wait_timeout {
public:
    using scheduler = basic_round_robin<Clock>;
    using time_point = typename Clock::time_point;

    static wait_timeout none() noexcept { return {kind::none, {}, nullptr}; }
    static wait_timeout until(tollgate::sleep::deadline_of<Clock> deadline) noexcept {
        return {kind::until, deadline.at().time_since_epoch(), nullptr};
    }
    static wait_timeout until(basic_alarm<Clock>& alarm) noexcept {
        return {kind::alarm, {}, &alarm};
    }
    /// The time counts from the call of `arm`.
    template <class Rep, class Period>
    static wait_timeout within(const std::chrono::duration<Rep, Period>& time) noexcept {
        return {kind::within, tollgate::sleep::nanoseconds_of(time), nullptr};
    }
    static wait_timeout at_once() noexcept { return within(std::chrono::nanoseconds::zero()); }
    static wait_timeout within(deferred time) noexcept {
        return {kind::deferred, time.time(), nullptr};
    }

    /// Returns whether no time to wait is left. Does not read the clock. Returns false for a
    /// deadline that has passed, because the scheduler notices such a deadline.
    [[nodiscard]] bool is_over() const noexcept {
        switch (kind_) {
        case kind::within:
        case kind::deferred:
            return time_ <= time_.zero();
        case kind::alarm:
            return alarm_->has_gone_off();
        case kind::none:
        case kind::until:
            break;
        }
        return false;
    }

    /// Starts the timeout. The waiting fiber calls this function before the wait. `timer` belongs
    /// to this fiber.
    [[gnu::always_inline]] void arm(scheduler& own_scheduler, expiry& timer) const noexcept {
        switch (kind_) {
        case kind::none:
            break;
        case kind::until:
            own_scheduler.timers().arm_at(timer, time_point(time_));
            break;
        case kind::within:
            own_scheduler.timers().arm_at(timer, time_point(timer_set::deadline_after(
                                                     time_, Clock::now().time_since_epoch())));
            break;
        case kind::deferred:
            own_scheduler.timers().arm_after(timer, time_);
            break;
        case kind::alarm:
            alarm_->begin_wait(own_scheduler, timer);
            break;
        }
    }

    /// Ends the timeout. The waiting fiber calls this function after the wait.
    [[gnu::always_inline]] void disarm(scheduler& own_scheduler, expiry& timer) const noexcept {
        if (kind_ == kind::alarm) {
            alarm_->end_wait();
        } else if (kind_ != kind::none) {
            own_scheduler.timers().cancel(timer);
        }
    }

private:
    using timer_set = typename scheduler::timer_set;
    enum class kind : std::uint8_t { none, until, within, deferred, alarm };

    wait_timeout(kind of_kind, std::chrono::nanoseconds time, basic_alarm<Clock>* alarm) noexcept
        : time_(time), alarm_(alarm), kind_(of_kind) {}

    std::chrono::nanoseconds time_; ///< the time, or the deadline
    basic_alarm<Clock>* alarm_;
    kind kind_;
};

} // namespace tollgate::fiber::detail
