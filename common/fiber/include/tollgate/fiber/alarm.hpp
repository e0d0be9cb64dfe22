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
}

/// A timeout that outlives a wait: it goes off once, whether a fiber waits with it or not. That
/// ends the current wait, and each later wait at once, with `timeout`, until you set the alarm
/// again.
///
///     tollgate::fiber::alarm silence(std::chrono::seconds(10));
///     // in a loop: while (auto message = messages.pop_until(silence)) {
///     silence.restart();
///
/// The time counts from the scheduler's next clock check, as with `deferred`: the alarm never goes
/// off early, and at most the time to that check later than one that counts from the call.
///
/// - *Threads*: the thread of its scheduler. One fiber at a time waits with it.
/// - *Lifetime*: the scheduler on which it was made must outlive it.
/// - *Exceptions*: only the constructors throw.
/// - *Cost*: setting it again before the next clock check is two stores. Otherwise a queue
///   operation or two for each clock check at most, however often you restart it in between. It
///   never reads the clock itself. 80 bytes, no allocation.
template <class Clock>
class basic_alarm : protected detail::expiry {
    using scheduler = basic_round_robin<Clock>;

public:
    using clock = Clock;                           ///< the scheduler's clock
    using time_point = typename Clock::time_point; ///< of that clock

    /// Goes off after this time. Throws std::logic_error if the thread's fibers are not scheduled
    /// by `basic_round_robin<Clock>`.
    template <class Rep, class Period>
    explicit basic_alarm(const std::chrono::duration<Rep, Period>& time)
        : expiry(&go_off),
          scheduler_(scheduler::required()),
          time_(tollgate::sleep::nanoseconds_of(time)) {
        restart();
    }
    /// Goes off at this moment, given in any unit. Throws as the other constructor.
    explicit basic_alarm(sleep::deadline_of<Clock> deadline)
        : expiry(&go_off), scheduler_(scheduler::required()) {
        set(deadline);
    }
    basic_alarm(const basic_alarm&) = delete;
    basic_alarm& operator=(const basic_alarm&) = delete;
    ~basic_alarm() {
        assert(waiting_ == nullptr && "destroyed while a fiber waits with it");
        scheduler_.timers().cancel(*this);
    }

    /// Sets the alarm again, to go off after the time it was given last; at once if it was never
    /// given a time.
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
    /// Sets the alarm again, to go off at this moment. `max()` means never, and so does a moment
    /// that the clock cannot represent.
    void set(sleep::deadline_of<Clock> deadline) noexcept {
        has_gone_off_ = false;
        scheduler_.timers().arm_at(*this, deadline.at());
    }
    /// The alarm does not go off until you set it again. An alarm that has gone off stays so.
    void stop() noexcept { scheduler_.timers().rest(*this); }

    /// Whether it has gone off since it was set last.
    [[nodiscard]] bool has_gone_off() const noexcept { return has_gone_off_; }

protected:
    /// For derived classes: not set yet, and `when_due` runs when the timer is due.
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

    void begin_wait([[maybe_unused]] const scheduler& own_scheduler,
                    detail::expiry& waiter) noexcept {
        assert(&own_scheduler == &scheduler_ && "of another thread");
        assert(waiting_ == nullptr && "two fibers wait with one alarm");
        waiting_ = &waiter;
    }
    void end_wait() noexcept { waiting_ = nullptr; }

    scheduler& scheduler_;
    detail::expiry* waiting_ = nullptr; ///< the waiting fiber's
    std::chrono::nanoseconds time_{0};
    bool has_gone_off_ = false;
};

/// The alarm for fibers that `round_robin` schedules.
using alarm = basic_alarm<std::chrono::steady_clock>;

} // namespace tollgate::fiber
