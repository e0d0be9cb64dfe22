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
#include <boost/fiber/fiber.hpp>      // for users
#include <boost/fiber/operations.hpp> // for users
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
        "this wait needs tollgate::fiber::basic_round_robin, with the clock of the wait, as the "
        "thread's scheduling algorithm");
}
} // namespace detail

/// A round-robin scheduler for the fibers of a thread, like boost::fibers::algo::round_robin.
/// Boost's *dispatcher* is a fiber of Boost itself, which wakes sleeping fibers, and puts the
/// thread to sleep. This scheduler runs the dispatcher less often than Boost's scheduler, and reads
/// the clock less often. All of Boost.Fiber works with this scheduler. The waits and sleeps of this
/// library need this scheduler.
///
///     boost::fibers::use_scheduling_algorithm<tollgate::fiber::round_robin>(); // before any fiber
///     boost::fibers::fiber worker([] { boost::this_fiber::yield(); });
///     worker.join();
///
/// Fibers run in the order in which they became ready.
///
/// A sleep or timeout never ends early. A *clock check* is a reading of the clock by the scheduler.
/// A *time slice* is the time from the moment when a fiber is resumed to the moment when this fiber
/// yields or waits. A fiber that sleeps or waits with a timeout becomes ready at the first clock
/// check after its deadline. Between the deadline and that clock check at most N time slices end. N
/// is 128, or the number of fibers that were ready at the previous clock check if that number is
/// larger. If all time slices are equally long, the fiber is also late by at most 50 µs or one time
/// slice, whichever is longer. common/fiber/README.md has the exact bounds.
///
/// `Clock` is the clock of this library's timeouts. Its unit is std::chrono::nanoseconds. Boost's
/// own timed waits and the thread's sleeps use std::chrono::steady_clock.
///
/// - *Threads*: only the thread whose fibers a scheduler schedules may use the scheduler. Any
///   thread may call `notify`.
/// - *Lifetime*: do not replace the scheduler while a fiber waits in this library, or while an
///   alarm exists. Fibers that wait in Boost move to the new algorithm.
/// - *Exceptions*: each fiber keeps its current exceptions, even if it yields inside a `catch`. If
///   you replace the scheduler, the fibers that are not running lose their exceptions.
/// - *Cost*: the choice of the next fiber takes about twenty instructions. A clock check takes a
///   switch and a reading of the clock. The scheduler takes 14 KiB of memory, and up to 16 bytes ×
///   the largest number of fibers that were ready at one time.
template <class Clock>
class basic_round_robin final : public boost::fibers::algo::algorithm {
    using context = boost::fibers::context;
    using steady = std::chrono::steady_clock;

public:
    using clock = Clock;                    ///< the clock of this library's timeouts
    using timer_set = timer::timers<Clock>; ///< the timers of waiting fibers

    /// Throws std::bad_alloc. The ready queue and the table of fibers that wait inside a `catch`
    /// may grow later. If the system refuses this memory, the program ends, because Boost calls the
    /// scheduler from noexcept functions.
    basic_round_robin() : mail_(new detail::mailbox), queue_(mail_->signal()) {}
    ~basic_round_robin() override {
        if (of_this_thread_ == this) {
            of_this_thread_ = nullptr;
        }
    }

    /// Returns the scheduler that the calling thread installed last, or null if this scheduler no
    /// longer exists.
    [[nodiscard]] static basic_round_robin* of_this_thread() noexcept { return of_this_thread_; }

    /// Like of_this_thread(), but throws std::logic_error in place of a null result.
    [[nodiscard]] static basic_round_robin& required() {
        if (of_this_thread_ == nullptr) [[unlikely]] {
            detail::refuse_wait();
        }
        return *of_this_thread_;
    }

    /// The scheduler of the calling fiber. Throws std::logic_error if another algorithm schedules
    /// the thread's fibers, or if the caller is not a fiber but runs in the dispatcher.
    [[nodiscard]] static basic_round_robin& of_running_fiber() {
        basic_round_robin& scheduler = required();
        if (!scheduler.queue_.knows_running()) [[unlikely]] {
            detail::refuse_wait();
        }
        return scheduler;
    }

    /// The numbers that the scheduler has counted since it was made.
    [[nodiscard]] const statistics& so_far() const noexcept { return queue_.counters(); }

    /// For Boost.Fiber: adds a fiber that has become ready to the ready queue, or keeps the
    /// dispatcher for its next run.
    void awakened(context* fiber) noexcept override {
        if (queue_.left_last(*fiber)) [[likely]] {
            queue_.make_ready(*fiber);
        } else {
            awakened_otherwise(*fiber);
        }
    }

    /// For Boost.Fiber: chooses and returns the fiber that runs next, or the dispatcher, or null.
    context* pick_next() noexcept override {
        context* const next = queue_.pick_ready();
        return next != nullptr ? next : pick_otherwise();
    }

    /// For Boost.Fiber: whether there is a fiber or a dispatcher to pick.
    [[nodiscard]] bool has_ready_fibers() const noexcept override {
        return queue_.has_dispatcher() || !queue_.ready().is_empty();
    }

    /// For Boost.Fiber: puts the thread to sleep, until the deadline at the latest.
    void suspend_until(const steady::time_point& deadline) noexcept override {
        const typename Clock::time_point next = timers_.pass(become_due);
        if (queue_.ready().is_empty()) {
            ++queue_.counters().sleeps;
            mail_->signal().sleep_until((std::min)(deadline, as_steady(next)));
            if (mail_->signal().has_slept()) {
                queue_.spacing().begin_anew();
            }
        }
    }

    /// Ends the thread's sleep, or makes the dispatcher run before the next fiber. If the caller
    /// has woken a fiber, this fiber may end, and the scheduler may be destroyed, before notify()
    /// returns.
    void notify() noexcept override {
        detail::mailbox& mail = *mail_;
        const boost::intrusive_ptr<detail::mailbox> keep(&mail);
        mail.notify();
    }

    /// For this library's waits: the ready fibers and the running fiber. Only the scheduler's
    /// thread may call this function.
    [[nodiscard]] detail::run_queue& queue() noexcept { return queue_; }

    /// For this library's waits: the mailbox, to which other threads post calls that run on this
    /// thread.
    [[nodiscard]] boost::intrusive_ptr<detail::mailbox> mail() const noexcept { return mail_; }

    /// For this library's waits: runs all posted calls now.
    void run_posted() noexcept { mail_->calls().run_all(); }

    /// For this library's waits: the timers of the waits.
    [[nodiscard]] timer_set& timers() noexcept { return timers_; }

private:
    static void become_due(timer::timer& timer) noexcept {
        auto& due = static_cast<detail::expiry&>(timer);
        due.on_due(due);
    }

    [[gnu::noinline]] void awakened_otherwise(context& fiber) noexcept {
        if (!queue_.awakened(fiber)) {
            of_this_thread_ = this;
        }
    }

    [[gnu::noinline]] context* pick_otherwise() noexcept {
        return queue_.has_dispatcher() ? queue_.pick_otherwise() : pick_for_dispatcher();
    }

    /// Picks for the dispatcher, which has already examined Boost's lists. A notification that
    /// comes meanwhile remains until the next pick outside the dispatcher, or until the thread is
    /// about to sleep. Then the dispatcher examines all lists again.
    context* pick_for_dispatcher() noexcept {
        run_posted();
        if (queue_.ready().is_empty()) {
            return nullptr; // then Boost calls suspend_until, which checks the clock
        }
        if (queue_.spacing().is_check_due()) {
            check_clock();
        }
        return queue_.pick_for_dispatcher();
    }

    void check_clock() noexcept {
        ++queue_.counters().clock_checks;
        const typename Clock::time_point now = Clock::now();
        timers_.pass_at(now, become_due);
        queue_.spacing().adapt(between(std::exchange(last_check_, now), now),
                               queue_.ready().size());
    }

    /// The time between two moments. The result is arbitrary if the moments are too far apart.
    static std::chrono::nanoseconds between(typename Clock::time_point earlier,
                                            typename Clock::time_point later) noexcept {
        const auto since_epoch = [](typename Clock::time_point moment) {
            return static_cast<std::uint64_t>(moment.time_since_epoch().count());
        };
        return std::chrono::nanoseconds(
            static_cast<std::int64_t>(since_epoch(later) - since_epoch(earlier)));
    }

    static steady::time_point as_steady(typename Clock::time_point moment) noexcept {
        if constexpr (std::is_same_v<typename Clock::time_point, steady::time_point>) {
            return moment;
        } else if (moment == (Clock::time_point::max)()) {
            return (steady::time_point::max)();
        } else {
            // If the thread wakes too early by `Clock`, it sleeps again.
            return sleep::deadline_after(sleep::nanoseconds_between(Clock::now(), moment));
        }
    }

    static inline constinit thread_local basic_round_robin* of_this_thread_ = nullptr;

    boost::intrusive_ptr<detail::mailbox> mail_;
    detail::run_queue queue_;
    typename Clock::time_point last_check_{};
    timer_set timers_;
};

/// The scheduler with std::chrono::steady_clock. Use this scheduler, unless you test with your own
/// clock.
using round_robin = basic_round_robin<std::chrono::steady_clock>;

} // namespace tollgate::fiber
