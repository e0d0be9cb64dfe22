// SPDX-License-Identifier: BSL-1.0
//
// Deadlines of a watch whose thread is the scenario, with the scenario's own time. Freed memory is
// poisoned.
#include "actors.hpp"
#include "deadline_watch.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/sleep/brief_lock.hpp>
#include <tollgate/timer/wheel.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using detail::deadline_watch;
using detail::timed_state;

constexpr std::chrono::steady_clock::time_point start_time{1h};
constexpr auto at_once = std::chrono::steady_clock::time_point::min();
constexpr auto tick = timer::wheel::resolution;

struct release_state {
    void operator()(detail::source_state* state) const noexcept { state->release(); }
};
using timed_source = std::unique_ptr<timed_state, release_state>;
using state_below = std::unique_ptr<detail::source_state, release_state>;

class timed_token final : public token {
public:
    explicit timed_token(timed_state& state) : token(&state) {}
    ~timed_token() { shared_state()->detach(own_slot()); }
};

class deadlines : public scenario {
protected:
    deadlines() { static_cast<void>(watch_.pass(start_time)); }
    ~deadlines() override { sleep::at_brief_lock = nullptr; }

    timed_source make(std::chrono::nanoseconds after, detail::state* leader = nullptr) {
        return timed_source(timed_state::make(watch_, start_time + after, leader));
    }
    static state_below follow(const std::array<detail::state*, 2>& leaders) {
        return state_below(detail::source_state::make_following(leaders));
    }
    /// The steps of the thread at this time.
    void pass_and_cancel(std::chrono::nanoseconds after) {
        if (watch_.pass(start_time + after) == at_once) {
            watch_.cancel_due();
        }
    }
    /// Whether a sleep of the thread would end at once.
    bool is_woken() { return watch_.sleep_until(at_once) == sleep::outcome::woken; }

    deadline_watch watch_;
};

TEST_F(deadlines, are_not_due_before_their_time_and_due_a_tick_later) {
    const timed_source last = make(7s);
    const timed_source first = make(5s);
    pass_and_cancel(5s - 1ns);
    EXPECT_FALSE(first->is_cancelled());
    pass_and_cancel(5s + tick);
    EXPECT_TRUE(first->is_cancelled());
    EXPECT_EQ(first->reason(), reason_kind::deadline);
    EXPECT_FALSE(last->is_cancelled());
    pass_and_cancel(7s + tick);
    EXPECT_TRUE(last->is_cancelled());
}

TEST_F(deadlines, let_the_thread_sleep_until_a_tick_after_the_first_one_at_most) {
    const timed_source last = make(7s);
    const timed_source first = make(5s);
    const auto until = watch_.pass(start_time);
    EXPECT_GT(until, start_time);
    EXPECT_LE(until, start_time + 5s + tick);
}

TEST_F(deadlines, wake_the_thread_only_if_they_are_earlier_than_its_sleep) {
    EXPECT_EQ(watch_.pass(start_time), (deadline_watch::time_point::max)());
    const timed_source first = make(5s);
    EXPECT_TRUE(is_woken());
    static_cast<void>(watch_.pass(start_time));
    const timed_source later = make(6s);
    EXPECT_FALSE(is_woken());
    const timed_source earlier = make(4s);
    EXPECT_TRUE(is_woken());
    const timed_source before_the_pass = make(3s);
    EXPECT_FALSE(is_woken());
    EXPECT_LE(watch_.pass(start_time), start_time + 3s + tick);
}

TEST_F(deadlines, of_a_source_that_was_cancelled_before_change_no_reason) {
    const timed_source source = make(5s);
    source->cancel(7);
    pass_and_cancel(6s);
    EXPECT_EQ(source->reason(), 7);
}

TEST_F(deadlines, of_a_follower_of_a_cancelled_leader_are_not_armed) {
    const timed_source leader = make(5s);
    leader->cancel(7);
    const timed_source follower = make(4s, leader.get());
    EXPECT_EQ(follower->reason(), 7);
    EXPECT_GT(watch_.pass(start_time), start_time + 4s + tick);
}

TEST_F(deadlines, cancel_followers_with_their_reason) {
    const timed_source leader = make(5s);
    const timed_source follower = make(4s, leader.get());
    const timed_source last = make(4s + 1ms, follower.get());
    pass_and_cancel(4s + tick);
    EXPECT_EQ(follower->reason(), reason_kind::deadline);
    EXPECT_EQ(last->reason(), reason_kind::deadline);
    EXPECT_FALSE(leader->is_cancelled());
}

TEST_F(deadlines, of_a_source_that_is_gone_are_forgotten) {
    make(5s).reset();
    EXPECT_EQ(watch_.pass(start_time), (deadline_watch::time_point::max)());
}

TEST_F(deadlines, that_are_due_are_forgotten_with_their_source) {
    timed_source gone = make(5s);
    const timed_source stays = make(5s);
    static_cast<void>(watch_.pass(start_time + 6s));
    gone.reset();
    watch_.cancel_due();
    EXPECT_TRUE(stays->is_cancelled());
}

/// The last reference is gone, and the state is not freed yet: it is skipped, or freed twice.
TEST_F(deadlines, that_are_found_due_while_their_source_ends_are_skipped) {
    timed_source ending = make(5s);
    sleep::at_brief_lock = [this] {
        sleep::at_brief_lock = nullptr;
        pass_and_cancel(6s);
    };
    ending.reset();
    EXPECT_EQ(watch_.pass(start_time + 6s), (deadline_watch::time_point::max)());
}

TEST_F(deadlines, whose_handler_drops_the_source_leave_it_until_the_end) {
    timed_source source = make(5s);
    auto own = std::make_unique<timed_token>(*source);
    std::unique_ptr<cancellation_guard> guard;
    acting dropping([&] {
        guard.reset();
        own.reset();
        source.reset();
    });
    guard = std::make_unique<cancellation_guard>(*own, dropping);
    pass_and_cancel(6s);
    EXPECT_EQ(dropping.runs, 1);
}

TEST_F(deadlines, whose_handler_makes_another_are_followed_by_it) {
    timed_source source = make(5s);
    timed_source next;
    const timed_token own(*source);
    acting making([&] { next = make(5s + 1ms); });
    const cancellation_guard guard(own, making);
    pass_and_cancel(5s + tick);
    EXPECT_FALSE(next->is_cancelled());
    pass_and_cancel(5s + 1ms + tick);
    EXPECT_TRUE(next->is_cancelled());
}

/// A thread that a child of fork() does not have holds the mutex of one state for ever. Here the
/// scenario holds it: a second registration asks for the fence under the mutex.
TEST_F(deadlines, hold_in_a_child_although_another_state_is_locked) {
    for (const bool is_follower : {false, true}) {
        const timed_source source = make(5s);
        const timed_source earlier = make(4s, source.get());
        const state_below below = follow({earlier.get(), source.get()});
        const timed_source locked = make(3s, is_follower ? below.get() : nullptr);
        const state_below unlocked = follow({below.get(), source.get()});
        const timed_token own(*locked);
        acting first;
        acting second;
        const cancellation_guard guard_of_first(own, first);
        fence::at_heavy_fence_granted = [&] {
            watch_.forget_locked();
            pass_and_cancel(4s + tick);
        };
        const cancellation_guard guard_of_second(own, second);
        EXPECT_TRUE(earlier->is_cancelled() && below->is_cancelled() && unlocked->is_cancelled());
        EXPECT_FALSE(locked->is_cancelled() || source->is_cancelled());
        pass_and_cancel(5s + tick);
        EXPECT_TRUE(source->is_cancelled());
        EXPECT_EQ(watch_.pass(start_time), (deadline_watch::time_point::max)());
    }
}

/// In a child of a fork between the two steps, no thread would cancel the source.
TEST_F(deadlines, are_taken_and_marked_while_no_thread_can_fork) {
    const timed_source source = make(5s);
    static_cast<void>(watch_.pass(start_time + 6s));
    int steps = 0;
    sleep::at_brief_lock = [&] {
        if (!source->is_cancelled()) {
            ++steps;
            std::thread([] { EXPECT_FALSE(detail::marking.try_lock()); }).join();
        }
    };
    watch_.cancel_due();
    EXPECT_EQ(steps, 2); // the watch's lock, and the mutex of the state
    EXPECT_TRUE(source->is_cancelled());
}

} // namespace
} // namespace tollgate::cancel
