// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <cassert>
#include <chrono>
#include <utility>

namespace tollgate::fiber {

namespace detail {
template <class Clock>
class wait_timeout;
template <class Clock, class Handler>
class alarm_source;
} // namespace detail

/// A timeout that outlives the waits that use it. The alarm goes off once, whether a fiber waits
/// with the alarm or not. If a fiber waits at that time, the wait ends with `timeout`. Each later
/// wait with the alarm ends at once with `timeout`, until you set the alarm again.
///
///     tollgate::fiber::alarm silence(std::chrono::seconds(10));
///     // Wait for each message by messages.pop_until(silence). After each message:
///     silence.restart();
///
/// The time of an alarm counts from the scheduler's next clock check, as with `deferred`. So the
/// alarm never goes off early, but it may go off later than a timeout that counts from the call.
/// The difference is at most the time from the call to the next clock check.
///
/// - *Threads*: only the thread that made an alarm may use the alarm. Only one fiber at a time may
///   wait with an alarm.
/// - *Lifetime*: the scheduler of the thread that made the alarm must outlive the alarm.
/// - *Exceptions*: only the constructors throw.
/// - *Cost*: three stores, if you set the alarm again before the next clock check. All restarts
///   between two clock checks cost at most two operations of the timing wheel together. An alarm
///   never reads the clock itself. An alarm takes 80 bytes and allocates nothing.
template <class Clock>
class basic_alarm : protected detail::expiry {
    using scheduler = basic_round_robin<Clock>;

public:
    using clock = Clock;                           ///< the scheduler's clock
    using time_point = typename Clock::time_point; ///< a moment of this clock

    /// Sets the alarm to go off after this time. Throws std::logic_error if
    /// `basic_round_robin<Clock>` does not schedule the fibers of the thread.
    template <class Rep, class Period>
    explicit basic_alarm(const std::chrono::duration<Rep, Period>& time)
        : expiry(&go_off),
          scheduler_(scheduler::required()),
          time_(tollgate::sleep::nanoseconds_of(time)) {
        restart();
    }
    /// Sets the alarm to go off at this moment, in any unit. Throws like the other constructor.
    explicit basic_alarm(sleep::deadline_of<Clock> deadline)
        : expiry(&go_off), scheduler_(scheduler::required()) {
        set(deadline);
    }
    basic_alarm(const basic_alarm&) = delete;
    basic_alarm& operator=(const basic_alarm&) = delete;
    ~basic_alarm() {
        assert(waiting_ == nullptr && "destroyed while a fiber waits with it");
        scheduler_.timers().cancel(*this); // unlinks the timer
    }

    /// Sets the alarm again. The alarm goes off after the time of the constructor or of the last
    /// `restart(time)`. If you have only set deadlines, the alarm goes off at the next clock check.
    void restart() noexcept {
        has_gone_off_ = false;
        scheduler_.timers().arm_after(*this, time_);
    }
    /// Sets the alarm again, to go off after this time.
    template <class Rep, class Period>
    void restart(const std::chrono::duration<Rep, Period>& time) noexcept {
        time_ = tollgate::sleep::nanoseconds_of(time);
        restart();
    }
    /// Sets the alarm again, to go off at this moment. With `max()`, or a moment that the clock
    /// cannot represent, the alarm never goes off.
    void set(sleep::deadline_of<Clock> deadline) noexcept {
        has_gone_off_ = false;
        scheduler_.timers().arm_at(*this, deadline.at());
    }
    /// Stops the alarm: the alarm does not go off until you set the alarm again. If the alarm has
    /// already gone off, `has_gone_off()` still returns true.
    void stop() noexcept { scheduler_.timers().rest(*this); } // keeps the timer linked

    /// Whether the alarm has gone off since you last set the alarm.
    [[nodiscard]] bool has_gone_off() const noexcept { return has_gone_off_; }

protected:
    /// For derived classes: makes an alarm that is not set. `when_due` runs when the alarm's timer
    /// is due.
    explicit basic_alarm(void (*when_due)(detail::expiry&) noexcept)
        : expiry(when_due), scheduler_(scheduler::required()) {}

    /// Marks the alarm as gone off, and ends the current wait.
    static void go_off(detail::expiry& due) noexcept {
        auto& self = static_cast<basic_alarm&>(due);
        self.has_gone_off_ = true;
        if (self.waiting_ != nullptr) {
            self.waiting_->on_due(*self.waiting_);
        }
    }

private:
    friend class detail::wait_timeout<Clock>;
    template <class, class>
    friend class detail::alarm_source;

    void begin_wait([[maybe_unused]] const scheduler& own_scheduler,
                    detail::expiry& waiter) noexcept {
        assert(&own_scheduler == &scheduler_ && "the alarm belongs to another thread");
        assert(waiting_ == nullptr && "two fibers wait with one alarm");
        waiting_ = &waiter;
    }
    void end_wait() noexcept { waiting_ = nullptr; }

    scheduler& scheduler_;
    detail::expiry* waiting_ = nullptr; ///< the timer of the waiting fiber, or null
    std::chrono::nanoseconds time_{0};
    bool has_gone_off_ = false;
};

/// The alarm for fibers that `round_robin` schedules.
using alarm = basic_alarm<std::chrono::steady_clock>;

} // namespace tollgate::fiber
