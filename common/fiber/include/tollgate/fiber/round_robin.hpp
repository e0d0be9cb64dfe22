// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/detail/mailbox.hpp>
#include <tollgate/fiber/detail/run_queue.hpp>
#include <tollgate/fiber/statistics.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/timer/timers.hpp>

#include <boost/fiber/algo/algorithm.hpp>
#include <boost/fiber/context.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace tollgate::fiber {

namespace detail {
[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_wait() {
    throw std::logic_error(
        "a wait needs tollgate::fiber::basic_round_robin, of its own clock, as the "
        "thread's scheduling algorithm");
}
} // namespace detail

/// Schedules the fibers of a thread in turn, as boost::fibers::algo::round_robin does, and leaves
/// out what makes that one slow. Whatever Boost.Fiber offers works as before, and faster; what
/// waits in this library needs it.
///
///     boost::fibers::use_scheduling_algorithm<tollgate::fiber::round_robin>();   // first of all
///
/// What is different. Boost's fibers share the thread with one more, the dispatcher: it releases
/// what has ended, fetches what other threads have made ready, wakes those that have slept long
/// enough, for which it reads the clock, and puts the thread to sleep. In a round robin it has its
/// turn after every fiber that it resumes. Here it is held aside and resumed only
///
/// - if no fiber is ready;
/// - if another thread has rung: it has made something ready, or wants a call run;
/// - if two fibers have ended while others were made or awakened;
/// - after 128 turns of fibers at the most, or one of each that is ready if these are more; and
///   after fewer if they take longer than 50 µs, or if the thread has slept lately. Then also the
///   clock is read, once, and what this library's waits wait for is looked at.
///
/// Switches by `tollgate::fiber::yield`, by this library's waits and sleeps, take a shorter way
/// than Boost's own, see detail/run_queue.hpp; each may be used beside the other.
///
/// Fair: fibers run in the order in which they became ready, each once before any of them twice.
/// The dispatcher stands outside of that order and delays no fiber but for its own work.
///
/// Late by a bound. Let a *look* be a reading of the clock by the dispatcher, and a *turn* what a
/// fiber runs from its being resumed to its giving way; what it launches by `launch::dispatch` goes
/// on in its turn.
/// - A fiber that another thread makes ready is put in line at the next pick.
/// - Of fibers that a fiber makes and joins one after the other, no more than three have a stack
///   at a time, if no other fiber runs meanwhile. What ends keeps its stack until the next look at
///   the longest.
/// - A fiber that sleeps or waits with a limit is put in line at the first look after its time (and
///   after the end of the wheel's resolution in which that lies). Then it waits for its turn. Till
///   that look
///   - no more than 128 turns end, or no more than fibers were ready at the look before;
///   - no more turns end than the thread had before, since it began or slept last, and one. The
///     first looks of a thread, and of one that wakes, lie after 1, 2, 4, 8 … turns;
///   - no more time passes than the longest turn takes, or 50 µs times the longest turn divided by
///     the shortest, whichever is more; of all turns since the thread began or slept last. Turns
///     that are alike are late by 50 µs or one turn. The dispatcher's own work is not counted.
///   So fibers that begin to run a thousand times as long are noticed at the next look, and at once
///   if they begin after a sleep.
/// A thread sleeps only in the dispatcher, after all looks were taken and nothing was ready, and no
/// longer than to the next time. It begins anew after that: how long turns took before says nothing
/// of those to come. A thread that hears a ring while it spins has not slept.
///
/// No wake is lost. A thread that makes something ready here first puts it into a list, Boost's or
/// that of calls, and then leaves a permit in a parker. A fiber's pick that finds the permit takes
/// it away and resumes the dispatcher, which empties the lists after that. What was put there
/// before a permit is seen by the one that takes the permit (the exchanges release and acquire),
/// and what comes later leaves another permit. The dispatcher itself never takes one away but by a
/// wait that returns for it, and then it goes through the lists again.
///
/// Whatever makes fibers ready on behalf of a clock or of other threads is run in the dispatcher,
/// or by a fiber that has just gone on after a wait. So a fiber that is about to suspend itself
/// cannot find that it is ready already, and resume itself.
///
/// Exceptions are each fiber's own, in handlers that give way and in destructors while one flies;
/// see detail/exceptions_of_fibers.hpp. A swap of the algorithm forgets those of fibers that do not
/// run then.
///
/// `Clock` tells the time for the limits of this library's waits: any with
/// std::chrono::nanoseconds. Boost's own timed waits go by std::chrono::steady_clock always, and so
/// does a thread that sleeps, for as long as was left by `Clock`: a clock that is set forward
/// meanwhile is noticed when that is over, or something else wakes the thread.
///
/// Threads: that of the scheduler, but for `notify`, which any may call. An algorithm must not be
/// replaced by another one while something of this library waits by it, or an alarm lives; what
/// waits in Boost goes over to the other one.
///
/// Cost: a pick is some twenty instructions and touches no shared cache line that others write to
/// but when they ring. A look is a switch to the dispatcher and a reading of the clock: nine in the
/// first 256 picks after a sleep, then one in 128, or one for each time that all have had a turn.
/// From then on a run of the dispatcher for another reason counts as a pick: a fiber that is alone
/// and gives way by Boost has a look every 64 turns. Some 14 KiB, most of them the timing wheel,
/// and up to 16 bytes for each of the most fibers that were ready at a time.
template <class Clock>
class basic_round_robin final : public boost::fibers::algo::algorithm {
    using context = boost::fibers::context;
    using steady = std::chrono::steady_clock;

public:
    using clock = Clock;
    using timer_set = timer::timers<Clock>;

    /// Throws std::bad_alloc. Without memory for the line of ready fibers, or for the exceptions of
    /// one that waits in a handler, the program ends later: Boost switches where nothing may be
    /// thrown.
    basic_round_robin() : mail_(new detail::mailbox), queue_(mail_->bell()) {}
    ~basic_round_robin() override {
        if (of_this_thread_ == this) {
            of_this_thread_ = nullptr;
        }
    }

    /// The last one that scheduled the calling thread's fibers, or null if it is gone.
    [[nodiscard]] static basic_round_robin* of_this_thread() noexcept { return of_this_thread_; }

    /// Throws std::logic_error if there is none.
    [[nodiscard]] static basic_round_robin& required() {
        if (of_this_thread_ == nullptr) [[unlikely]] {
            detail::refuse_wait();
        }
        return *of_this_thread_;
    }

    /// That by which the caller runs, which is a fiber. Throws std::logic_error if there is none:
    /// another one schedules, or what the dispatcher runs would wait.
    [[nodiscard]] static basic_round_robin& of_running_fiber() {
        basic_round_robin& here = required();
        if (!here.queue_.knows_running()) [[unlikely]] {
            detail::refuse_wait();
        }
        return here;
    }

    // What Boost.Fiber calls.

    void awakened(context* one) noexcept override {
        if (queue_.left_last(*one)) [[likely]] {
            queue_.make_ready(*one);
        } else {
            awakened_otherwise(*one);
        }
    }

    context* pick_next() noexcept override {
        context* const next = queue_.pick_ready();
        return next != nullptr ? next : pick_otherwise();
    }

    [[nodiscard]] bool has_ready_fibers() const noexcept override {
        return queue_.has_dispatcher() || !queue_.line().is_empty();
    }

    void suspend_until(const steady::time_point& deadline) noexcept override {
        const typename Clock::time_point next = timers_.pass(become_due);
        if (queue_.line().is_empty()) {
            ++queue_.seen().sleeps;
            if (mail_->bell().wait_until((std::min)(deadline, by_the_bell(next)))) {
                queue_.distance().begin_anew();
            }
        }
    }

    /// What is woken by it may end, and the scheduler with it, before this returns.
    void notify() noexcept override {
        detail::mailbox& kept = *mail_;
        const boost::intrusive_ptr<detail::mailbox> keep(&kept);
        kept.ring();
    }

    // What waits are made of, for the scheduler's own thread.

    [[nodiscard]] detail::run_queue& queue() noexcept { return queue_; }

    /// Where other threads post what is to be run here.
    [[nodiscard]] boost::intrusive_ptr<detail::mailbox> mail() const noexcept { return mail_; }

    /// Runs at once what was posted.
    void run_posted() noexcept { mail_->calls().run_all(); }

    [[nodiscard]] timer_set& timers() noexcept { return timers_; }

    [[nodiscard]] const statistics& so_far() const noexcept { return queue_.seen(); }

private:
    static void become_due(timer::timer& one) noexcept {
        auto& due = static_cast<detail::expiry&>(one);
        due.on_due(due);
    }

    [[gnu::noinline]] void awakened_otherwise(context& one) noexcept {
        if (!queue_.awakened(one)) {
            of_this_thread_ = this;
        }
    }

    [[gnu::noinline]] context* pick_otherwise() noexcept {
        return queue_.has_dispatcher() ? queue_.pick_otherwise() : pick_for_dispatcher();
    }

    /// It has looked at what belongs to Boost. If the bell rings meanwhile, all is looked at again:
    /// the permit stays until a fiber asks, or until the thread would sleep.
    context* pick_for_dispatcher() noexcept {
        run_posted();
        if (queue_.line().is_empty()) {
            return nullptr; // hence suspend_until, which looks
        }
        if (queue_.distance().is_look_due()) {
            look_at_the_time();
        }
        return queue_.pick_for_dispatcher();
    }

    void look_at_the_time() noexcept {
        ++queue_.seen().clock_readings;
        const typename Clock::time_point now = Clock::now();
        timers_.pass_at(now, become_due);
        queue_.distance().adapt(between(std::exchange(last_look_, now), now), queue_.line().size());
    }

    /// Of moments that are too far apart it is anything.
    static std::chrono::nanoseconds between(typename Clock::time_point one,
                                            typename Clock::time_point other) noexcept {
        const auto since = [](typename Clock::time_point moment) {
            return static_cast<std::uint64_t>(moment.time_since_epoch().count());
        };
        return std::chrono::nanoseconds(static_cast<std::int64_t>(since(other) - since(one)));
    }

    static steady::time_point by_the_bell(typename Clock::time_point when) noexcept {
        if constexpr (std::is_same_v<typename Clock::time_point, steady::time_point>) {
            return when;
        } else if (when == (Clock::time_point::max)()) {
            return (steady::time_point::max)();
        } else {
            // Should the bell be early by that clock, it is asked again.
            return sleep::deadline_after(sleep::nanoseconds_between(Clock::now(), when));
        }
    }

    static inline constinit thread_local basic_round_robin* of_this_thread_ = nullptr;

    boost::intrusive_ptr<detail::mailbox> mail_;
    detail::run_queue queue_;
    typename Clock::time_point last_look_{};
    timer_set timers_;
};

using round_robin = basic_round_robin<std::chrono::steady_clock>;

} // namespace tollgate::fiber
