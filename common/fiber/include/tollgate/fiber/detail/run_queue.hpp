// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/clock_check_spacing.hpp>
#include <tollgate/fiber/detail/fiber_exceptions.hpp>
#include <tollgate/fiber/detail/leave.hpp>
#include <tollgate/fiber/detail/ready_queue.hpp>
#include <tollgate/fiber/statistics.hpp>
#include <tollgate/sleep/adaptive_parker.hpp>

#include <boost/fiber/context.hpp>
#include <boost/fiber/type.hpp>

#include <cassert>
#include <utility>

namespace tollgate::fiber::detail {

/// The part of a scheduler that each switch uses. This part stores the ready fibers of a thread and
/// the running fiber, and decides when Boost's dispatcher runs. It does not depend on the
/// scheduler's clock. common/fiber/README.md defines the words and explains the design, in "The
/// switch", "The running fiber" and "Stacks".
///
/// - *Threads*: only the scheduler's thread.
/// - *Cost*: a yield takes some forty instructions and the switch. The yield reads one word that
///   other threads write. Other threads write this word only when they notify.
class run_queue {
    using context = boost::fibers::context;

public:
    /// After this number of ended fibers, the dispatcher runs and releases their stacks.
    static constexpr int max_ended = 2;

    /// Throws std::bad_alloc.
    explicit run_queue(sleep::adaptive_parker& signal) : signal_(signal) {}
    run_queue(const run_queue&) = delete;
    run_queue& operator=(const run_queue&) = delete;
    /// Restores the exceptions of a fiber that swaps the algorithm, because the picks during the
    /// swap have saved and removed these exceptions.
    ~run_queue() {
        if (exceptions_.any_kept()) {
            exceptions_.hand_over(running_, context::active());
        }
    }

    /// The queue that schedules the calling fiber. Null in the dispatcher, and under another
    /// algorithm.
    [[nodiscard]] static run_queue* of_this_thread() noexcept { return of_this_thread_; }

    // Functions that the running fiber calls:

    [[nodiscard]] context& running() noexcept {
        assert(running_ != nullptr && "not in a fiber: what the dispatcher runs must not wait");
        return *running_;
    }

    /// Lets the ready fibers run before the calling fiber continues.
    [[gnu::always_inline]] void yield() noexcept {
        context& self = running();
        if (can_pick_at_once() && !exceptions_.any()) [[likely]] {
            picked(ready_.pop_and_push(self))->resume();
        } else {
            yield_otherwise(self);
        }
    }

    /// Lets other fibers run until something makes the calling fiber ready.
    [[gnu::always_inline]] void suspend() noexcept {
        assert(running_ != nullptr);
        tollgate_fiber_leave(pick(), &last_place_);
    }

    // A function that the running fiber calls, and that timers and calls use in the dispatcher:

    /// Adds a suspended fiber to the ready fibers.
    [[gnu::always_inline]] void make_ready(context& fiber) noexcept { ready_.push(fiber); }

    // Functions for the calls that Boost.Fiber makes to the scheduler:

    /// Whether `fiber` ran directly before the fiber that runs now. If Boost awakens such a fiber,
    /// only the ready queue has to change.
    [[nodiscard]] bool left_last(const context& fiber) const noexcept { return &fiber == last_; }

    /// Boost awakens `fiber`, which is new, was waiting, or has launched another fiber. Returns
    /// false if `fiber` is the dispatcher.
    bool awakened(context& fiber) noexcept {
        if (fiber.is_context(boost::fibers::type::dispatcher_context)) {
            context* const active = context::active();
            if (active == nullptr || running_ != active) { // a swap, not a run of the dispatcher
                exceptions_.begin();
            }
            dispatcher_ = &fiber;
            running_ = active;
            last_ = nullptr;
            of_this_thread_ = active != nullptr ? this : nullptr;
            return false;
        }
        // Do not examine while the dispatcher runs, or during a swap of algorithms. At these times
        // `last_` and `running_` are not valid: a fiber that was stored before a swap may be
        // destroyed.
        if (dispatcher_ != nullptr) {
            examine_last(fiber);
        }
        make_ready(fiber);
        return true;
    }

    /// Picks the first ready fiber in the usual case. Returns null if the dispatcher calls this
    /// function, if the dispatcher is to run, or if there are exceptions to exchange.
    [[gnu::always_inline]] context* pick_ready() noexcept {
        return can_pick_at_once() && !exceptions_.any() ? picked(ready_.pop()) : nullptr;
    }

    /// Picks for a fiber, after `pick_ready` has returned null. Returns the dispatcher if it is to
    /// run, and otherwise the first ready fiber. Exchanges the exceptions of the running fiber and
    /// the picked fiber. If Boost keeps the exceptions, the dispatcher always follows a fiber with
    /// exceptions.
    [[nodiscard, gnu::noinline]] context* pick_otherwise() noexcept {
        if (boost_keeps_exceptions && exceptions_.any()) {
            return pick_dispatcher();
        }
        context* const from = knows_running() ? running_ : nullptr;
        context* const next = can_pick_at_once() ? picked(ready_.pop()) : pick_dispatcher();
        exceptions_.hand_over(from, next);
        return next;
    }

    /// Picks for the dispatcher. Returns the first ready fiber, which must exist.
    [[nodiscard]] context* pick_for_dispatcher() noexcept {
        spacing_.fibers_run();
        context* const from = running_; // null, except in a swap
        context* const next = picked(ready_.pop());
        exceptions_.hand_over(from, next);
        return next;
    }

    /// Whether a fiber runs under this algorithm. If so, `running()` returns this fiber afterwards.
    [[nodiscard]] bool knows_running() noexcept {
        if (has_dispatcher() && running_ == nullptr) [[unlikely]] {
            note_running(*context::active());
        }
        return has_dispatcher();
    }

    /// True while a fiber runs under this algorithm.
    [[nodiscard]] bool has_dispatcher() const noexcept { return dispatcher_ != nullptr; }

    [[nodiscard]] ready_queue& ready() noexcept { return ready_; }
    [[nodiscard]] const ready_queue& ready() const noexcept { return ready_; }
    [[nodiscard]] clock_check_spacing& spacing() noexcept { return spacing_; }
    [[nodiscard]] statistics& counters() noexcept { return counters_; }
    [[nodiscard]] const statistics& counters() const noexcept { return counters_; }

private:
    [[nodiscard, gnu::always_inline]] bool can_pick_at_once() const noexcept {
        return spacing_.has_picks() && !ready_.is_empty() && !signal_.permit_is_there();
    }

    [[gnu::always_inline]] context* pick() noexcept {
        context* const next = pick_ready();
        return next != nullptr ? next : pick_otherwise();
    }

    context* pick_dispatcher() noexcept {
        signal_.take_permit(); // before the dispatcher empties the lists: README.md, "Wake-ups"
        ++counters_.dispatcher_passes;
        spacing_.dispatcher_runs();
        running_ = last_ = nullptr;
        ended_ = 0;
        of_this_thread_ = nullptr;
        return std::exchange(dispatcher_, nullptr);
    }

    [[gnu::always_inline]] context* picked(context& fiber) noexcept {
        spacing_.count_pick();
        last_ = running_;
        return running_ = &fiber;
    }

    void note_running(context& fiber) noexcept {
        running_ = &fiber;
        of_this_thread_ = this;
    }

    void examine_last(context& awakened) noexcept {
        if (running_ == nullptr) { // the main fiber ran, and may have launched the running fiber
            using boost::fibers::type;
            note_running(awakened.is_context(type::main_context) ? awakened : *context::active());
        }
        if (last_ != nullptr && has_ended(*last_)) {
            last_ = nullptr;
            if (++ended_ == max_ended) {
                spacing_.interrupt();
            }
        }
        if (&awakened == running_) {
            running_ = context::active();
            last_ = nullptr;
            exceptions_.hand_over(&awakened, running_);
        }
    }

    [[gnu::noinline]] void yield_otherwise(context& self) noexcept {
        context* const last = last_;
        make_ready(self);
        context* const next = pick();
        if (next == &self) {
            last_ = last; // the fiber did not leave
        } else {
            next->resume();
        }
    }

    /// Whether `fiber` has ended. Boost keeps each fiber of a thread in a list until the fiber
    /// ends. Only the thread's main fiber is never in that list.
    static bool has_ended(const context& fiber) noexcept {
        return !fiber.worker_is_linked() && fiber.is_context(boost::fibers::type::worker_context);
    }

    static inline constinit thread_local run_queue* of_this_thread_ = nullptr;

    ready_queue ready_;
    context* running_ = nullptr;    ///< null while the dispatcher runs
    context* dispatcher_ = nullptr; ///< null while the dispatcher runs
    sleep::adaptive_parker& signal_;
    clock_check_spacing spacing_;
    fiber_exceptions exceptions_;
    context* last_ = nullptr; ///< the fiber that left last, or null
    const void* last_place_ = nullptr;
    int ended_ = 0; ///< ended fibers found since the dispatcher ran
    statistics counters_;
};

} // namespace tollgate::fiber::detail
