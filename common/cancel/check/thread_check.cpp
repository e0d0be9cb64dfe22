// SPDX-License-Identifier: BSL-1.0
//
// A thread that ends with its object.
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/thread.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

static_assert(!std::is_copy_constructible_v<thread>);
static_assert(std::is_nothrow_move_constructible_v<thread>);
static_assert(std::is_nothrow_move_assignable_v<thread>);
static_assert(std::is_nothrow_default_constructible_v<thread>);

/// Only a cancellation ends it.
void stay(std::atomic<bool>& ended, const token& cancellation) {
    sleep_for(1h, cancellation);
    ended = cancellation.is_cancelled();
}

TEST(a_thread, is_cancelled_and_joined_by_its_destructor) {
    std::atomic<bool> ended = false;
    { const thread worker(stay, std::ref(ended)); }
    EXPECT_TRUE(ended);
}

TEST(a_thread, gets_its_token_after_its_arguments) {
    std::string result;
    bool can_be_cancelled = false;
    const auto run = [&](const std::string& text, std::unique_ptr<int> number, const token& by) {
        result = text + std::to_string(*number);
        can_be_cancelled = by.can_be_cancelled();
    };
    thread worker(run, "so much: ", std::make_unique<int>(42));
    worker.join();
    EXPECT_EQ(result, "so much: 42");
    EXPECT_TRUE(can_be_cancelled);
}

TEST(a_thread, runs_a_callable_without_a_token) {
    std::string result;
    thread worker([&](const std::string& text) { result = text; }, "so little");
    worker.join();
    const cancellation_source stop;
    thread(stop, [&result] { result += " more"; }).join();
    EXPECT_EQ(result, "so little more");
}

TEST(a_thread, that_was_not_started_is_not_joinable) {
    const thread none;
    EXPECT_FALSE(none.joinable());
    EXPECT_EQ(none.get_id(), std::thread::id());
    EXPECT_FALSE(none.cancel());
}

TEST(a_thread, that_was_moved_from_has_nothing_to_cancel) {
    std::atomic<bool> ended = false;
    thread first(stay, std::ref(ended));
    const auto id = first.get_id();
    thread moved = std::move(first);
    EXPECT_EQ(moved.get_id(), id);
    EXPECT_FALSE(first.joinable()); // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(first.cancel());   // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(ended);
    thread assigned([](const token&) {});
    assigned.join(); // it keeps its source, which `moved` must not get
    assigned = std::move(moved);
    EXPECT_FALSE(moved.cancel()); // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(assigned.cancel());
    assigned.join();
    EXPECT_TRUE(ended);
}

TEST(a_thread, that_is_assigned_to_ends_first) {
    std::atomic<bool> first_ended = false;
    std::atomic<bool> second_ended = false;
    {
        thread worker(stay, std::ref(first_ended));
        worker = thread(stay, std::ref(second_ended));
        EXPECT_TRUE(first_ended);
        EXPECT_FALSE(second_ended);
        EXPECT_TRUE(worker.joinable());
    }
    EXPECT_TRUE(second_ended);
}

/// A thread that has ended by itself, a thread that its destructor cancels, and a thread that is
/// cancelled by hand.
TEST(a_thread, does_not_cancel_the_callers_source_and_is_cancelled_with_it) {
    const cancellation_source group;
    std::atomic<bool> ended = false;
    std::atomic<bool> by_hand_ended = false;
    std::atomic<bool> follower_ended = false;
    {
        std::latch over(1);
        const thread brief(group, [&](const token&) { over.count_down(); });
        over.wait();
    }
    EXPECT_FALSE(group.is_cancelled());
    { const thread long_one(group, stay, std::ref(ended)); }
    EXPECT_TRUE(ended);
    EXPECT_FALSE(group.is_cancelled());
    thread by_hand(group, stay, std::ref(by_hand_ended));
    EXPECT_TRUE(by_hand.cancel());
    by_hand.join();
    EXPECT_TRUE(by_hand_ended);
    thread follower(group, stay, std::ref(follower_ended));
    EXPECT_FALSE(group.is_cancelled());
    EXPECT_TRUE(group.cancel());
    follower.join();
    EXPECT_TRUE(follower_ended);
}

TEST(a_thread, is_cancelled_when_the_last_copy_of_the_callers_source_is_its_own) {
    std::atomic<bool> ended = false;
    std::optional<cancellation_source> group(std::in_place);
    const sourced_token of_group = group->get_token();
    {
        const thread worker(std::move(*group), stay, std::ref(ended));
        group.reset();
        EXPECT_FALSE(ended);
    }
    EXPECT_TRUE(ended);
    EXPECT_FALSE(of_group.is_cancelled());
}

TEST(a_thread, that_was_joined_has_its_source_cancelled_once) {
    thread worker([](const token&) {});
    worker.join();
    EXPECT_FALSE(worker.joinable());
    EXPECT_FALSE(worker.get_source().is_cancelled());
    EXPECT_TRUE(worker.cancel());
    EXPECT_FALSE(worker.cancel());
    EXPECT_TRUE(worker.get_source().is_cancelled());
}

/// Nothing orders the two calls. The cancellation works in either order.
TEST(a_thread, may_be_cancelled_while_it_is_joined) {
    for (int round = 0; round < 20; ++round) {
        thread worker([](const token&) {});
        std::latch together(2);
        std::thread canceller([&] {
            together.arrive_and_wait();
            worker.cancel();
        });
        together.arrive_and_wait();
        worker.join();
        canceller.join();
        EXPECT_TRUE(worker.get_source().is_cancelled());
    }
}

TEST(a_thread, has_a_token_of_its_own_to_register_with) {
    std::latch registered(1);
    std::latch cancelled(1);
    std::atomic<bool> ran = false;
    {
        const thread worker([&](const token& cancellation) {
            const on_cancel note(cancellation, [&] {
                ran = true;
                cancelled.count_down();
            });
            registered.count_down();
            // A thread that asks its token may leave, and unregister the handler, before the
            // handler runs.
            cancelled.wait();
        });
        registered.wait();
    }
    EXPECT_TRUE(ran);
}

} // namespace
} // namespace tollgate::cancel
