// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/expiry.hpp>
#include <tollgate/fiber/detail/mailbox.hpp>
#include <tollgate/fiber/detail/refuse_wait.hpp>
#include <tollgate/fiber/statistics.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/timer/timers.hpp>

#include <boost/fiber/algo/algorithm.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/scheduler.hpp>
#include <boost/fiber/type.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>

#include <algorithm>
#include <chrono>
#include <type_traits>
#include <utility>

namespace tollgate::fiber {

/// Schedules the fibers of a thread in turn, as boost::fibers::algo::round_robin does, and leaves
/// out what makes that one slow. Whatever Boost.Fiber offers works as before, and faster; what
/// waits in this library needs it.
///
///     boost::fibers::use_scheduling_algorithm<tollgate::fiber::round_robin>();   // first of all
///
/// What is different. Boost's fibers share the thread with one more, the dispatcher: it releases
/// what has terminated, fetches what other threads have made ready, wakes who has slept long
/// enough, for which it reads the clock, and puts the thread to sleep. In a round robin it has its
/// turn after every fiber that it resumes. Here it is held aside and resumed only
///
/// - if no fiber is ready;
/// - if another thread has rung: it has made something ready, or wants a call run;
/// - after 128 turns of fibers at the most, and fewer if they take longer than half a microsecond
///   or if the thread has slept lately. Then also the clock is read, once, and what this library's
///   waits wait for is looked at.
///
/// Fair: fibers run in the order in which they became ready, each once before any of them twice.
/// The dispatcher stands outside of that order and delays no fiber but for its own work.
///
/// Late by a bound. Let a *look* be a reading of the clock by the dispatcher, and a *turn* what a
/// fiber runs from its being resumed to its giving way.
/// - A fiber that another thread makes ready is put in line at the next pick.
/// - A fiber that has terminated keeps its stack for up to 128 turns: of short-lived fibers there
///   are 128 stacks at the most that no fiber runs on.
/// - A fiber that sleeps or waits with a limit is put in line at the first look after its time (and
///   after the end of the wheel's resolution in which that lies). Then it waits for its turn. Till
///   that look
///   - no more than 128 turns end;
///   - no more turns end than the thread had before, since it began or slept last, and one. The
///     first looks of a thread, and of one that wakes, lie after 1, 2, 4, 8 … turns;
///   - no more time passes than the longest turn since then takes; or than 50 µs, times the longest
///     of these turns, divided by the shortest. Turns that are alike are late by 50 µs or one turn.
///   So fibers that begin to run a thousand times as long are noticed at the next look, and at once
///   if they begin after a sleep.
/// A thread sleeps only in the dispatcher, after all looks were taken and nothing was ready, and no
/// longer than to the next time. It begins anew after that: how long turns took before says nothing
/// of those to come. A thread that hears a ring while it spins has not slept.
///
/// No wake is lost. Who makes something ready from outside first puts it into a list, Boost's or
/// that of calls, and then leaves a permit in a parker. A fiber's pick that finds the permit takes
/// it away and resumes the dispatcher, which empties the lists after that: what was put there
/// before a permit is seen by who takes the permit (the exchanges release and acquire), and what
/// comes later leaves another permit. The dispatcher itself never takes one away but by a wait
/// that returns for it, and then it goes through the lists again.
///
/// Whatever makes fibers ready on behalf of a clock or of other threads is run in the dispatcher.
/// So a fiber that is about to suspend itself cannot find that it is ready already, and resume
/// itself.
///
/// `Clock` tells the time for the limits of this library's waits: any with
/// std::chrono::nanoseconds. Boost's own timed waits go by std::chrono::steady_clock always, and so
/// does a thread that sleeps, for as long as was left by `Clock`: a clock that is set forward
/// meanwhile is noticed when that is over, or something else wakes the thread.
///
/// Threads: that of the scheduler, but for `notify`, which is anybody's. An algorithm must not be
/// replaced by another one while something waits by it.
///
/// Cost: a pick is some ten instructions and touches no shared cache line that others write to but
/// when they ring. A look is a switch to the dispatcher and a reading of the clock: nine in the
/// first 256 picks after a sleep, then one in 128. From then on a run of the dispatcher for another
/// reason counts as a pick: a fiber that is alone has a look every 64 turns. Some 14 KiB, most of
/// them the timing wheel.
template <class Clock>
class basic_round_robin final : public boost::fibers::algo::algorithm {
    using context = boost::fibers::context;
    using steady = std::chrono::steady_clock;

public:
    using clock = Clock;
    using timer_set = timer::timers<Clock>;

    /// The most picks of fibers between two looks.
    static constexpr int most_picks = 128;
    /// And in time, if turns take as long as they did: as much as the kernel adds to a thread's own
    /// sleeps by default.
    static constexpr std::chrono::nanoseconds usual_lateness = std::chrono::microseconds(50);

    basic_round_robin() : mail_(new detail::mailbox) { of_this_thread_ = this; }
    ~basic_round_robin() override {
        if (of_this_thread_ == this) {
            of_this_thread_ = nullptr;
        }
    }

    /// The one that was last made on this thread, or null.
    [[nodiscard]] static basic_round_robin* of_this_thread() noexcept { return of_this_thread_; }

    /// Throws std::logic_error if there is none.
    [[nodiscard]] static basic_round_robin& required() {
        if (of_this_thread_ == nullptr) [[unlikely]] {
            detail::refuse_wait();
        }
        return *of_this_thread_;
    }

    // What Boost.Fiber calls.

    void awakened(context* one) noexcept override {
        if (one->is_context(boost::fibers::type::dispatcher_context)) [[unlikely]] {
            dispatcher_ = one;
        } else {
            make_ready(*one);
        }
    }

    context* pick_next() noexcept override {
        // Not empty(), which asks whether the list was initialized, too.
        if (picks_left_ > 0 && ready_.begin() != ready_.end() && !mail_->bell().has_rung())
            [[likely]] {
            return take_ready();
        }
        return dispatcher_ == nullptr ? pick_for_dispatcher() : pick_for_fiber();
    }

    [[nodiscard]] bool has_ready_fibers() const noexcept override {
        return dispatcher_ != nullptr || !ready_.empty();
    }

    void suspend_until(const steady::time_point& deadline) noexcept override {
        const typename Clock::time_point next = timers_.pass(become_due);
        if (ready_.empty()) {
            ++seen_.sleeps;
            if (mail_->bell().wait_until(std::min(deadline, by_the_bell(next)))) {
                begin_anew();
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

    /// A fiber that suspended itself.
    void make_ready(context& one) noexcept { one.ready_link(ready_); }

    /// Lets others run until somebody makes the calling fiber ready.
    void suspend() noexcept { pick_next()->resume(); }

    /// Where other threads post what is to be run here.
    [[nodiscard]] boost::intrusive_ptr<detail::mailbox> mail() const noexcept { return mail_; }

    /// Runs at once what was posted.
    void run_posted() noexcept { mail_->calls().run_all(); }

    [[nodiscard]] timer_set& timers() noexcept { return timers_; }

    [[nodiscard]] const statistics& so_far() const noexcept { return seen_; }

private:
    static void become_due(timer::timer& one) noexcept {
        auto& due = static_cast<detail::expiry&>(one);
        due.on_due(due);
    }

    context* take_ready() noexcept {
        --picks_left_;
        context* const first = &ready_.front();
        ready_.pop_front();
        return first;
    }

    [[gnu::noinline]] context* pick_for_fiber() noexcept {
        mail_->bell().answer(); // before the lists are emptied, see above
        ++seen_.dispatcher_passes;
        picks_kept_ = std::exchange(picks_left_, 0);
        if (picks_ == most_picks) {
            --picks_kept_; // turns with a run of the dispatcher take longer
        }
        return std::exchange(dispatcher_, nullptr);
    }

    /// It has looked at what belongs to Boost. If the bell rings meanwhile, all is looked at again:
    /// the permit stays until a fiber asks, or until the thread would sleep.
    [[gnu::noinline]] context* pick_for_dispatcher() noexcept {
        run_posted();
        if (ready_.empty()) {
            return nullptr; // hence suspend_until, which looks
        }
        if (picks_kept_ <= 0) {
            look_at_the_time();
        }
        picks_left_ = picks_kept_;
        return take_ready();
    }

    void look_at_the_time() noexcept {
        ++seen_.clock_readings;
        const typename Clock::time_point now = Clock::now();
        timers_.pass_at(now, become_due);
        adapt(now - std::exchange(last_look_, now));
        picks_kept_ = picks_;
    }

    /// Nothing is known of the turns to come. The sleep counts as if the next turn had taken it,
    /// hence no clock is read to tell them apart.
    void begin_anew() noexcept { picks_ = picks_kept_ = 1; }

    /// To how long the picks since the last look took: at once if they took too long, and by
    /// doubling if twice as many would not have.
    void adapt(std::chrono::nanoseconds took) noexcept {
        if (took > usual_lateness) {
            picks_ = std::max(1, static_cast<int>(picks_ * usual_lateness / took));
        } else if (took <= usual_lateness / 2) {
            picks_ = std::min(2 * picks_, most_picks);
        }
    }

    static steady::time_point by_the_bell(typename Clock::time_point when) noexcept {
        if constexpr (std::is_same_v<typename Clock::time_point, steady::time_point>) {
            return when;
        } else if (when == Clock::time_point::max()) {
            return steady::time_point::max();
        } else {
            // From a moment before the epoch it may be longer than can be said. Should the bell be
            // early by that clock, it is asked again.
            constexpr auto longest = Clock::duration::max();
            const auto now = Clock::now().time_since_epoch();
            const auto at = when.time_since_epoch();
            const bool fits = now >= now.zero() || at <= longest + now;
            return sleep::deadline_after(fits ? at - now : longest);
        }
    }

    static inline constinit thread_local basic_round_robin* of_this_thread_ = nullptr;

    boost::fibers::scheduler::ready_queue_type ready_;
    context* dispatcher_ = nullptr; ///< null while it runs
    int picks_left_ = 0;            ///< before the next look; none while the dispatcher runs
    int picks_kept_ = 0;            ///< while the dispatcher runs: those left
    int picks_ = 1;                 ///< between two looks
    boost::intrusive_ptr<detail::mailbox> mail_;
    typename Clock::time_point last_look_{};
    timer_set timers_;
    statistics seen_;
};

using round_robin = basic_round_robin<std::chrono::steady_clock>;

} // namespace tollgate::fiber
