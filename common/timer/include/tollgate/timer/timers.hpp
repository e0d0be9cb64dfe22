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

/// Timers of one thread, for waits whose deadline is nearly always moved or called off before it
/// comes: until then they cost a few stores, no reading of the clock and no step in a queue.
///
///     timers<std::chrono::steady_clock> all;
///     timer patience;
///     all.arm_after(patience, 10s);                     // no clock is read
///     ...
///     next = all.pass([](timer& due) { ... });    // now and then, and before the thread sleeps
///
/// How. What is armed goes to a list of its own, and nothing else happens. A pass reads the clock
/// once, gives each timer of that list which has a time instead of a deadline the deadline `now +
/// time`, puts all of them into the queue, and then looks into the queue what is due. A timer that
/// is called off before the next pass never was in the queue. One that is in the queue, and is
/// armed for a later deadline, stays where it is: when its old place comes up, it is put where it
/// belongs by then. One that is armed for an earlier deadline, or for a time, leaves the queue for
/// the list.
///
/// Never early. A time is counted from the pass, which reads the clock after the call that armed
/// the timer; and a deadline that is no longer wanted is overwritten by the call that replaces it,
/// or leaves the queue in it, so that no older one can fall due instead. Late by no more than what
/// lies between two passes and the queue's resolution: a timer with a time may be stamped one pass
/// late, and any may be looked at one pass late. The list is emptied before the queue is looked
/// through: what is due already when it is armed waits for one pass, not for two.
///
/// A clock that is set back: a deadline is a moment of the clock, and a time becomes one at the
/// pass that stamps it. What is armed afterwards is due by the new time; what had a deadline before
/// is due when the clock comes there again.
///
/// A pass ends. What goes back into the queue during it is due after `now`, and what is armed from
/// within goes to the list.
///
/// Those that are due in one pass are called in the order of the places where they were queued,
/// which is that of their deadlines, but for those that were moved and as far as the queue tells
/// deadlines apart.
///
/// Cost: counted in `so_far()`. A deadline that is moved later any number of times costs two steps
/// for each time that its old place comes up: one to find it, one to put it back.
///
/// Threads: one at a time. Passes do not nest.
template <class Clock, class Queue = wheel>
class timers {
    static_assert(timer_queue<Queue>);
    static_assert(std::is_same_v<typename Clock::duration, std::chrono::nanoseconds>);

public:
    using clock = Clock;
    using time_point = typename Clock::time_point;
    using moment = entry::moment;

    timers() noexcept = default;
    timers(const timers&) = delete;
    timers& operator=(const timers&) = delete;
    /// Calls off what is armed still.
    ~timers() { drop_all(); }

    /// Due at the first pass that finds the deadline come. `max()` is never. Later than before: two
    /// stores.
    void arm_at(timer& one, time_point deadline) noexcept {
        const moment when = deadline.time_since_epoch();
        one.when_ = when;
        one.state_ = timer::state::stamped;
        if (one.is_queued_ && when < one.deadline()) {
            leave_queue(one);
        }
        announce(one);
    }

    /// Due so long after the next pass, at least; zero and less is at that pass, and what leads
    /// beyond the clock's last moment is never. Again before that pass: two stores.
    void arm_after(timer& one, moment time) noexcept {
        one.when_ = time;
        one.state_ = timer::state::unstamped;
        if (one.is_queued_) {
            leave_queue(one);
        }
        announce(one);
    }

    /// Not any more. It stays linked, which the next calls for it profit from: one store.
    static void rest(timer& one) noexcept { one.state_ = timer::state::idle; }

    /// Not any more, and the set forgets it.
    void cancel(timer& one) noexcept {
        one.state_ = timer::state::idle;
        if (one.is_queued_) {
            leave_queue(one);
        } else {
            entry_list::unlink(one);
        }
    }

    /// There is nothing that passes are for.
    [[nodiscard]] bool is_empty() const noexcept { return news_.is_empty() && queue_.is_empty(); }

    /// Calls `with(timer&)` for each that is due, which is not armed any more then, nor linked: it
    /// may be destroyed, and any of them armed and cancelled. Returns when the next pass has to be,
    /// or a moment before; `max()` if there is nothing to wait for.
    template <class With>
    time_point pass(With with) {
        if (is_empty()) {
            return (time_point::max)();
        }
        ++seen_.clock_readings;
        return time_point(look_around(Clock::now().time_since_epoch(), with));
    }

    /// For who has read the clock already, after all that was armed before.
    template <class With>
    time_point pass_at(time_point now, With with) {
        return time_point(look_around(now.time_since_epoch(), with));
    }

    [[nodiscard]] const statistics& so_far() const noexcept { return seen_; }

    /// So long after `now`; zero and less is `now`, and what leads beyond the clock's last moment
    /// is never.
    [[nodiscard]] static moment deadline_after(moment time, moment now) noexcept {
        if (now > moment::zero() && time > (moment::max)() - now) {
            return never;
        }
        return now + (std::max)(time, moment::zero());
    }

private:
    static constexpr moment never = (moment::max)();

    void announce(timer& one) noexcept {
        if (!one.is_linked()) {
            news_.push_back(one);
        }
    }

    void leave_queue(timer& one) noexcept {
        ++seen_.queue_operations;
        queue_.cancel(one);
        one.is_queued_ = false;
    }

    void enter_queue(timer& one) noexcept {
        ++seen_.queue_operations;
        queue_.arm(one, one.when_);
        one.is_queued_ = true;
    }

    template <class With>
    moment look_around(moment now, With& with) {
        settle(now);
        queue_.expire(now, [&](entry& found) { look_at(static_cast<timer&>(found), now, with); });
        // What `with` has armed is still news.
        return news_.is_empty() ? queue_.next() : now;
    }

    void settle(moment now) noexcept {
        if (queue_.is_empty()) {
            // So that a queue without entries knows about what time it is, too.
            queue_.expire(now, [](entry&) {});
        }
        while (!news_.is_empty()) {
            auto& one = static_cast<timer&>(news_.front());
            entry_list::unlink(one);
            if (one.state_ == timer::state::unstamped) {
                one.when_ = deadline_after(one.when_, now);
                one.state_ = timer::state::stamped;
            }
            if (one.state_ == timer::state::stamped && one.when_ != never) {
                enter_queue(one);
            }
        }
    }

    template <class With>
    void look_at(timer& one, moment now, With& with) {
        ++seen_.queue_operations;
        one.is_queued_ = false;
        if (one.state_ == timer::state::idle || one.when_ == never) {
            return;
        }
        if (one.when_ > now) {
            enter_queue(one);
            return;
        }
        one.state_ = timer::state::idle;
        with(one);
    }

    void drop_all() noexcept {
        const auto drop = [](entry& found) {
            auto& one = static_cast<timer&>(found);
            one.state_ = timer::state::idle;
            one.is_queued_ = false;
        };
        while (!news_.is_empty()) {
            entry& one = news_.front();
            entry_list::unlink(one);
            drop(one);
        }
        queue_.expire((moment::max)(), drop);
    }

    Queue queue_;
    entry_list news_;
    statistics seen_;
};

} // namespace tollgate::timer
