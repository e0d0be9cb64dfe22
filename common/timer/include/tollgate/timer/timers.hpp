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

/// The timers of one thread, for waits whose deadline is nearly always moved or cancelled before
/// it comes: until then a timer costs a few stores, no reading of the clock and no queue operation.
///
///     tollgate::timer::timers<std::chrono::steady_clock> timers;
///     tollgate::timer::timer timeout;
///     timers.arm_after(timeout, std::chrono::seconds(10)); // reads no clock
///     // Now and then, and before the thread sleeps:
///     const auto next_pass = timers.pass([](tollgate::timer::timer&) { /* is due */ });
///
/// A timer is never due early. It is late by at most the time between two passes and the queue's
/// resolution. If it was armed with a time, the next pass stamps it, which may add one pass.
/// Timers due in one pass are called in the order of deadlines, as far as the queue's resolution
/// tells them apart; a timer that was moved later is called at its old place.
///
/// A clock may be set back. A deadline is a moment of the clock; a time becomes a deadline at the
/// pass that stamps it. A timer with a deadline is due when the clock comes there again.
///
/// - *Threads*: one at a time. Passes do not nest.
/// - *Lifetime*: the destructor cancels all timers; see `timer`.
/// - *Exceptions*: an exception of a pass's handler leaves the other timers armed.
/// - *Cost*: counted in `so_far()`. A deadline that is moved later any number of times costs two
///   queue operations each time its old place comes up: one to find it, one to put it back.
template <class Clock, class Queue = wheel>
class timers {
    static_assert(timer_queue<Queue>);
    static_assert(std::is_same_v<typename Clock::duration, std::chrono::nanoseconds>);

public:
    /// The clock that a pass reads.
    using clock = Clock;
    /// A deadline.
    using time_point = typename Clock::time_point;
    /// A time, or a deadline since the clock's epoch.
    using moment = entry::moment;

    timers() noexcept = default;
    timers(const timers&) = delete;
    timers& operator=(const timers&) = delete;
    /// Cancels all timers.
    ~timers() { drop_all(); }

    /// Arms a timer: it is due at the first pass at or after the deadline; `max()` is never. For a
    /// linked timer and a later deadline than before: two stores.
    void arm_at(timer& target, time_point deadline) noexcept {
        const moment when = deadline.time_since_epoch();
        target.when_ = when;
        target.state_ = timer::state::stamped;
        if (target.is_queued_ && when < target.deadline()) {
            leave_queue(target);
        }
        link(target);
    }

    /// Arms a timer: it is due at least `time` after the next pass. Zero and less is due at that
    /// pass; what leads beyond the clock's last moment is never. Again before that pass: two
    /// stores.
    void arm_after(timer& target, moment time) noexcept {
        target.when_ = time;
        target.state_ = timer::state::unstamped;
        if (target.is_queued_) {
            leave_queue(target);
        }
        link(target);
    }

    /// Disarms a timer, which stays linked, so that it is cheap to arm again: one store.
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

    /// Whether there is no timer that a pass could find due: passes are not necessary.
    [[nodiscard]] bool is_empty() const noexcept {
        return unqueued_.is_empty() && queue_.is_empty();
    }

    /// Calls `handler(timer&)` for each timer that is due. The timer is neither armed nor linked
    /// then: the handler may destroy it, and may arm and cancel any timer. Returns the moment of
    /// the next pass, or an earlier one; `max()` if there is nothing to wait for. Reads the clock
    /// once, and not at all if the set is empty.
    template <class Handler>
    time_point pass(Handler handler) {
        if (is_empty()) {
            return (time_point::max)();
        }
        ++statistics_.clock_readings;
        return time_point(run_pass(Clock::now().time_since_epoch(), handler));
    }

    /// As `pass`, for a caller that read the clock already, after it armed the timers.
    template <class Handler>
    time_point pass_at(time_point now, Handler handler) {
        return time_point(run_pass(now.time_since_epoch(), handler));
    }

    /// Counts since the set exists.
    [[nodiscard]] const statistics& so_far() const noexcept { return statistics_; }

    /// The deadline `time` after `now`. Zero and less is `now`; what leads beyond the clock's last
    /// moment is never, `max()`.
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

    /// Puts the unqueued timers into the queue, the unstamped ones with a deadline from `now` on.
    void queue_all(moment now) noexcept {
        if (queue_.is_empty()) {
            // An empty queue has to know the time, too.
            queue_.expire(now, [](entry&) {});
        }
        while (!unqueued_.is_empty()) {
            auto& target = static_cast<timer&>(unqueued_.front());
            entry_list::unlink(target);
            if (target.state_ == timer::state::unstamped) {
                target.when_ = deadline_after(target.when_, now);
                target.state_ = timer::state::stamped;
            }
            if (target.state_ == timer::state::stamped && target.when_ != never) {
                enter_queue(target);
            }
        }
    }

    /// The queue has unlinked this timer: it is due, or was moved later, or rests.
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
