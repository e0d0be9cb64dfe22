// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/timer/statistics.hpp>
#include <tollgate/timer/timer.hpp>
#include <tollgate/timer/timer_queue.hpp>
#include <tollgate/timer/wheel.hpp>

#include <algorithm>
#include <chrono>
#include <type_traits>

namespace tollgate::timer {

/// A set of timers, for the waits of one thread. Use a set if nearly all timers are moved or
/// cancelled before they are due. A *pass* is a call of `pass` or `pass_at`, which finds the timers
/// that are due. Until the next pass, a timer costs only a few stores, no reading of the clock, and
/// no queue operation.
///
///     tollgate::timer::timers<std::chrono::steady_clock> timers;
///     tollgate::timer::timer timeout;
///     timers.arm_after(timeout, std::chrono::seconds(10)); // reads no clock
///     // Call a pass now and then, and before the thread sleeps:
///     const auto next_pass = timers.pass([](tollgate::timer::timer&) { /* is due */ });
///
/// A timer is never due early. A timer that was armed with a deadline is late by at most the time
/// between two passes, plus the queue's resolution. If a timer was armed with a duration, the next
/// pass turns the duration into a deadline. So this timer may be late by one more interval between
/// two passes.
///
/// A pass calls the handler in the order of the deadlines, as far as the queue's resolution
/// distinguishes the deadlines. Suppose that a timer was moved to a later deadline, and that a pass
/// finds both deadlines over. Then the old deadline determines the timer's place in the order.
///
/// The clock may be set back. A deadline is a moment of the clock. A timer with a deadline is due
/// when the clock comes to this moment again.
///
/// - *Threads*: one thread at a time. A handler must not call a pass of the same set.
/// - *Lifetime*: the destructor cancels all timers; see `timer`.
/// - *Exceptions*: if a pass's handler throws, the other timers remain armed.
/// - *Cost*: `so_far()` returns the numbers of clock readings and queue operations. Suppose that a
///   timer was moved to later deadlines, any number of times. Each pass that finds the timer at an
///   old place in the queue costs at most two queue operations: one finds the timer, and one puts
///   the timer back.
template <class Clock, class Queue = wheel>
class timers {
    static_assert(timer_queue<Queue>);
    static_assert(std::is_same_v<typename Clock::duration, std::chrono::nanoseconds>);

public:
    /// The clock that a pass reads.
    using clock = Clock;
    /// A deadline.
    using time_point = typename Clock::time_point;
    /// A duration, or a deadline as the duration since the clock's epoch.
    using moment = entry::moment;

    timers() noexcept = default;
    timers(const timers&) = delete;
    timers& operator=(const timers&) = delete;
    /// Cancels all timers.
    ~timers() { drop_all(); }

    /// Arms a timer with a deadline: the timer is due at the first pass at or after the deadline.
    /// With `max()`, the timer is never due. Links the timer if it is not linked. A pass unlinks
    /// each timer that it finds due, and may unlink a timer that rests or is never due. If the
    /// timer is linked and the new deadline is later than the present deadline, the call takes two
    /// stores.
    void arm_at(timer& target, time_point deadline) noexcept {
        const moment when = deadline.time_since_epoch();
        target.when_ = when;
        target.state_ = timer::state::has_deadline;
        if (target.is_queued_ && when < target.deadline()) {
            leave_queue(target);
        }
        link(target);
    }

    /// Arms a timer with a duration: the timer is due at least `time` after the next pass. If
    /// `time` is zero or less, the timer is due at the next pass. If the deadline would be beyond
    /// the clock's last moment, the timer is never due. Further calls before the next pass take two
    /// stores.
    void arm_after(timer& target, moment time) noexcept {
        target.when_ = time;
        target.state_ = timer::state::has_duration;
        if (target.is_queued_) {
            leave_queue(target);
        }
        link(target);
    }

    /// Disarms a timer, but keeps it linked, so that you can arm it again at a low cost. Takes one
    /// store.
    static void rest(timer& target) noexcept { target.state_ = timer::state::idle; }

    /// Disarms and unlinks a timer.
    void cancel(timer& target) noexcept {
        target.state_ = timer::state::idle;
        if (target.is_queued_) {
            leave_queue(target);
        } else {
            entry_list::unlink(target);
        }
    }

    /// Whether no timer is linked in the set. Then no timer can become due, and passes are not
    /// necessary.
    [[nodiscard]] bool is_empty() const noexcept {
        return unqueued_.is_empty() && queue_.is_empty();
    }

    /// Calls `handler(timer&)` for each timer that is due. During the call, the due timer is
    /// neither armed nor linked. The handler may destroy this timer, and may arm and cancel any
    /// timer.
    ///
    /// Returns the moment at which the next pass is necessary, or an earlier moment. Returns
    /// `max()` if no pass is necessary. Reads the clock once, but does not read the clock if the
    /// set is empty.
    template <class Handler>
    time_point pass(Handler handler) {
        if (is_empty()) {
            return (time_point::max)();
        }
        ++statistics_.clock_readings;
        return time_point(run_pass(Clock::now().time_since_epoch(), handler));
    }

    /// Like `pass`, but uses `now` instead of a reading of the clock. You must have read `now`
    /// after you armed the timers.
    template <class Handler>
    time_point pass_at(time_point now, Handler handler) {
        return time_point(run_pass(now.time_since_epoch(), handler));
    }

    /// Returns the counts since the set was created.
    [[nodiscard]] const statistics& so_far() const noexcept { return statistics_; }

    /// Returns the deadline that is `time` after `now`. If `time` is zero or less, the deadline is
    /// `now`. If the deadline would be beyond the clock's last moment, the result is `max()`, which
    /// means never.
    [[nodiscard]] static moment deadline_after(moment time, moment now) noexcept {
        if (now > moment::zero() && time > (moment::max)() - now) {
            return never;
        }
        return now + (std::max)(time, moment::zero());
    }

private:
    static constexpr moment never = (moment::max)();

    void link(timer& target) noexcept {
        if (!target.is_linked()) {
            unqueued_.push_back(target);
        }
    }

    void leave_queue(timer& target) noexcept {
        ++statistics_.queue_operations;
        queue_.cancel(target);
        target.is_queued_ = false;
    }

    void enter_queue(timer& target) noexcept {
        ++statistics_.queue_operations;
        queue_.arm(target, target.when_);
        target.is_queued_ = true;
    }

    template <class Handler>
    moment run_pass(moment now, Handler& handler) {
        queue_all(now);
        queue_.expire(now, [&](entry& due) { on_expiry(static_cast<timer&>(due), now, handler); });
        // Timers that the handler has armed wait for the next pass.
        return unqueued_.is_empty() ? queue_.next() : now;
    }

    /// Puts the timers of the list into the queue. If a timer has a duration, its deadline becomes
    /// `now` plus this duration. An idle timer, and a timer that is never due, is only unlinked.
    void queue_all(moment now) noexcept {
        if (queue_.is_empty()) {
            // This call sets the empty queue to the present time, before a timer enters the queue.
            queue_.expire(now, [](entry&) {});
        }
        while (!unqueued_.is_empty()) {
            auto& target = static_cast<timer&>(unqueued_.front());
            entry_list::unlink(target);
            if (target.state_ == timer::state::has_duration) {
                target.when_ = deadline_after(target.when_, now);
                target.state_ = timer::state::has_deadline;
            }
            if (target.state_ == timer::state::has_deadline && target.when_ != never) {
                enter_queue(target);
            }
        }
    }

    /// Handles a timer that the queue has unlinked: the timer is due, or was moved to a later
    /// deadline, or rests.
    template <class Handler>
    void on_expiry(timer& target, moment now, Handler& handler) {
        ++statistics_.queue_operations;
        target.is_queued_ = false;
        if (target.state_ == timer::state::idle || target.when_ == never) {
            return;
        }
        if (target.when_ > now) {
            enter_queue(target);
            return;
        }
        target.state_ = timer::state::idle;
        handler(target);
    }

    void drop_all() noexcept {
        const auto drop = [](entry& node) {
            auto& target = static_cast<timer&>(node);
            target.state_ = timer::state::idle;
            target.is_queued_ = false;
        };
        while (!unqueued_.is_empty()) {
            entry& node = unqueued_.front();
            entry_list::unlink(node);
            drop(node);
        }
        queue_.expire((moment::max)(), drop);
    }

    Queue queue_;
    entry_list unqueued_; ///< armed since the last pass, not in the queue yet
    statistics statistics_;
};

// Design: see common/timer/README.md.

} // namespace tollgate::timer
