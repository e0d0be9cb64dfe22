// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/detail/bell.hpp>
#include <tollgate/fiber/detail/exceptions_of_fibers.hpp>
#include <tollgate/fiber/detail/leave.hpp>
#include <tollgate/fiber/detail/look_distance.hpp>
#include <tollgate/fiber/detail/ready_line.hpp>
#include <tollgate/fiber/statistics.hpp>

#include <boost/fiber/context.hpp>
#include <boost/fiber/type.hpp>

#include <cassert>
#include <utility>

namespace tollgate::fiber::detail {

/// Which fibers of a thread are ready, which one runs, and when the dispatcher has its turn: what
/// each switch goes through, whatever clock the scheduler goes by.
///
/// The short way to switch. Boost's yield resumes the next fiber, and the first thing that runs on
/// that one's stack puts the last one in line. In between Boost asks four to six times which fiber
/// runs, each time by a call of a shared library, which looks for its own thread_local. Here a
/// fiber is put in line *before* the switch, and the one that runs is known. The only call is the
/// switch itself, `context::resume()`.
///
/// Which fiber runs. `running_` is the active context as long as a fiber runs, and null while the
/// dispatcher does. Boost changes the active context in `context::resume()` and `suspend_with_cc()`
/// alone. It calls them
/// - on what `pick_next()` returned: wherever a fiber yields, waits, sleeps, joins or ends, and in
///   the dispatcher. Each pick is noted;
/// - on a fiber that is launched by `launch::dispatch`. The first thing that runs on the new stack
///   awakens the fiber that launched it. That is the one noted, which still being so tells the
///   case: any other fiber that is awakened does not run. Boost is asked what runs;
/// - on the thread's main fiber when the dispatcher ends, after which there is no scheduler:
///   `of_this_thread()` is null from when the dispatcher is picked.
/// Picks that are not resumed are those of an algorithm in whose place another one is put: they go
/// over to that one. The dispatcher is among them. Whenever an algorithm is given the dispatcher,
/// by a swap or after each run of it, it asks Boost what runs. From 1.84 on Boost gives it to a
/// thread's first algorithm before anything runs: then it asks when it is next called, and until
/// then `of_this_thread()` is null. A fiber is in line while it runs only from the beginning of
/// `yield()` to its switch, and in between no code runs that could ask.
///
/// Stacks. A fiber that has ended keeps its stack until the dispatcher runs, and an algorithm is
/// not told that one has. But a fiber that left and is not awakened next may have ended. So
/// whenever Boost awakens *another* fiber, or one is made, the one that left last is asked. It
/// still exists: what has ended is destroyed by the dispatcher, which forgets it here. After
/// `most_ended` of them the dispatcher has its turn. Of several that left meanwhile only the last
/// is asked; the others wait for the dispatcher's next run.
///
/// Threads: that of the scheduler. Cost: a yield is some forty instructions and the switch, and
/// reads one word that other threads write, when they ring.
class run_queue {
    using context = boost::fibers::context;

public:
    static constexpr int most_ended = 2;

    /// Throws std::bad_alloc.
    explicit run_queue(bell& of) : bell_(of) {}
    run_queue(const run_queue&) = delete;
    run_queue& operator=(const run_queue&) = delete;
    /// If another algorithm takes over, by a swap in a fiber: the picks on the way there took that
    /// one's exceptions away.
    ~run_queue() {
        if (exceptions_.are_kept()) {
            exceptions_.hand_over(running_, context::active());
        }
    }

    /// That of the fiber that runs on this thread, or null: in the dispatcher, and where another
    /// algorithm schedules.
    [[nodiscard]] static run_queue* of_this_thread() noexcept { return of_this_thread_; }

    // By the fiber that runs.

    [[nodiscard]] context& running() noexcept {
        assert(running_ != nullptr && "not in a fiber: what the dispatcher runs must not wait");
        return *running_;
    }

    /// Lets those run that are ready.
    [[gnu::always_inline]] void yield() noexcept {
        context& self = running();
        if (is_next_at_hand() && !exceptions_.are_there()) [[likely]] {
            picked(line_.pop_and_push(self))->resume();
        } else {
            yield_otherwise(self);
        }
    }

    /// Lets others run until something makes the calling fiber ready.
    [[gnu::always_inline]] void suspend() noexcept {
        assert(running_ != nullptr);
        tollgate_fiber_leave(pick(), &last_place_);
    }

    // By it, or by what the dispatcher runs.

    /// One that is suspended.
    [[gnu::always_inline]] void make_ready(context& one) noexcept { line_.push(one); }

    // What Boost.Fiber calls.

    /// It ran before the one that runs now. If it is awakened it is in no need of a second look.
    [[nodiscard]] bool left_last(const context& one) const noexcept { return &one == last_; }

    /// Of one that is made, was waiting, or has launched another one. False if it is the
    /// dispatcher.
    bool awakened(context& one) noexcept {
        if (one.is_context(boost::fibers::type::dispatcher_context)) {
            context* const active = context::active();
            if (active == nullptr || running_ != active) { // by a swap, not after a run
                exceptions_.begin();
            }
            dispatcher_ = &one;
            running_ = active;
            last_ = nullptr;
            of_this_thread_ = active != nullptr ? this : nullptr;
            return false;
        }
        // Not while the dispatcher runs, nor on the way from one algorithm to another: then neither
        // is known, and what was noted before a swap may be gone.
        if (dispatcher_ != nullptr) {
            look_at_the_last(one);
        }
        make_ready(one);
        return true;
    }

    /// None if the dispatcher asks, or is to run.
    [[gnu::always_inline]] context* pick_ready() noexcept {
        return is_next_at_hand() && !exceptions_.are_there() ? picked(line_.pop()) : nullptr;
    }

    /// By a fiber: the dispatcher, if that is to run; or the first that is ready, if there are
    /// exceptions to be looked after.
    [[nodiscard, gnu::noinline]] context* pick_otherwise() noexcept {
        if (boost_keeps_exceptions && exceptions_.are_there()) {
            return pick_dispatcher();
        }
        context* const from = knows_running() ? running_ : nullptr;
        context* const next = is_next_at_hand() ? picked(line_.pop()) : pick_dispatcher();
        exceptions_.hand_over(from, next);
        return next;
    }

    /// By the dispatcher: the first that is ready, of which there is one.
    [[nodiscard]] context* pick_for_dispatcher() noexcept {
        distance_.fibers_run();
        context* const from = running_; // none, but in a swap
        context* const next = picked(line_.pop());
        exceptions_.hand_over(from, next);
        return next;
    }

    /// Whether a fiber runs by this algorithm, which is known then.
    [[nodiscard]] bool knows_running() noexcept {
        if (has_dispatcher() && running_ == nullptr) [[unlikely]] {
            note_running(*context::active());
        }
        return has_dispatcher();
    }

    /// While a fiber runs by this algorithm.
    [[nodiscard]] bool has_dispatcher() const noexcept { return dispatcher_ != nullptr; }

    [[nodiscard]] ready_line& line() noexcept { return line_; }
    [[nodiscard]] const ready_line& line() const noexcept { return line_; }
    [[nodiscard]] look_distance& distance() noexcept { return distance_; }
    [[nodiscard]] statistics& seen() noexcept { return seen_; }
    [[nodiscard]] const statistics& seen() const noexcept { return seen_; }

private:
    [[nodiscard, gnu::always_inline]] bool is_next_at_hand() const noexcept {
        return distance_.is_left() && !line_.is_empty() && !bell_.has_rung();
    }

    [[gnu::always_inline]] context* pick() noexcept {
        context* const next = pick_ready();
        return next != nullptr ? next : pick_otherwise();
    }

    context* pick_dispatcher() noexcept {
        bell_.answer(); // before the lists are emptied, see basic_round_robin
        ++seen_.dispatcher_passes;
        distance_.dispatcher_runs();
        running_ = last_ = nullptr;
        ended_ = 0;
        of_this_thread_ = nullptr;
        return std::exchange(dispatcher_, nullptr);
    }

    [[gnu::always_inline]] context* picked(context& one) noexcept {
        distance_.take_one();
        last_ = running_;
        return running_ = &one;
    }

    void note_running(context& one) noexcept {
        running_ = &one;
        of_this_thread_ = this;
    }

    void look_at_the_last(context& awakened) noexcept {
        if (running_ == nullptr) { // the main fiber did, and may have launched the one that does
            using boost::fibers::type;
            note_running(awakened.is_context(type::main_context) ? awakened : *context::active());
        }
        if (last_ != nullptr && has_ended(*last_)) {
            last_ = nullptr;
            if (++ended_ == most_ended) {
                distance_.interrupt();
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
            last_ = last; // it did not leave
        } else {
            next->resume();
        }
    }

    /// Boost links all fibers of a thread but its main one, as long as they have not ended.
    static bool has_ended(const context& one) noexcept {
        return !one.worker_is_linked() && one.is_context(boost::fibers::type::worker_context);
    }

    static inline constinit thread_local run_queue* of_this_thread_ = nullptr;

    ready_line line_;
    context* running_ = nullptr;    ///< null while the dispatcher runs
    context* dispatcher_ = nullptr; ///< null while it runs
    bell& bell_;
    look_distance distance_;
    exceptions_of_fibers exceptions_;
    context* last_ = nullptr; ///< that ran before, and left; or null
    const void* last_place_ = nullptr;
    int ended_ = 0; ///< since the dispatcher ran
    statistics seen_;
};

} // namespace tollgate::fiber::detail
