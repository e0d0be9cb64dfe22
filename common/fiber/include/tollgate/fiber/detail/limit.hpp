// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/round_robin.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::fiber::detail {

/// How long a wait may last, of any kind in one type.
///
/// Handed on by reference only: a copy would be loaded in larger pieces than those just stored, for
/// which a processor waits until they have left its store buffer.
template <class Clock>
class limit {
public:
    using scheduler = basic_round_robin<Clock>;
    using time_point = typename Clock::time_point;

    static limit none() noexcept { return {kind::none, {}, nullptr}; }
    static limit until(time_point deadline) noexcept {
        return {kind::until, deadline.time_since_epoch(), nullptr};
    }
    static limit until(basic_alarm<Clock>& one) noexcept { return {kind::alarm, {}, &one}; }
    /// From `arm` on.
    static limit within(std::chrono::nanoseconds time) noexcept {
        return {kind::within, time, nullptr};
    }
    static limit at_once() noexcept { return within(std::chrono::nanoseconds::zero()); }
    static limit within(deferred time) noexcept { return {kind::deferred, time.time(), nullptr}; }

    /// There is no time to wait. A deadline that is over is noticed by the scheduler.
    [[nodiscard]] bool is_over() const noexcept {
        switch (is_) {
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

    /// Before the wait, by the fiber that waits. `timer` is its own.
    [[gnu::always_inline]] void arm(scheduler& on, expiry& timer) const noexcept {
        switch (is_) {
        case kind::none:
            break;
        case kind::until:
            on.timers().arm_at(timer, time_point(time_));
            break;
        case kind::within:
            on.timers().arm_at(timer, time_point(scheduler::timer_set::deadline_after(
                                          time_, Clock::now().time_since_epoch())));
            break;
        case kind::deferred:
            on.timers().arm_after(timer, time_);
            break;
        case kind::alarm:
            alarm_->begin_wait(on, timer);
            break;
        }
    }

    /// After it.
    [[gnu::always_inline]] void disarm(scheduler& on, expiry& timer) const noexcept {
        if (is_ == kind::alarm) {
            alarm_->end_wait();
        } else if (is_ != kind::none) {
            on.timers().cancel(timer);
        }
    }

private:
    enum class kind : std::uint8_t { none, until, within, deferred, alarm };

    limit(kind is, std::chrono::nanoseconds time, basic_alarm<Clock>* one) noexcept
        : time_(time), alarm_(one), is_(is) {}

    std::chrono::nanoseconds time_; ///< or the deadline
    basic_alarm<Clock>* alarm_;
    kind is_;
};

} // namespace tollgate::fiber::detail
