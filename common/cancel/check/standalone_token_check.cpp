// SPDX-License-Identifier: BSL-1.0
//
// A token with its state in place: reset, and the end of its life.
#include "scripted_handler.hpp"
#include "seen_asleep.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <optional>
#include <thread>

namespace tollgate::cancel {
namespace {

TEST(a_standalone_token, is_as_good_as_new_after_a_reset) {
    standalone_token one;
    for (int i = 1; i <= 300; ++i) {
        scripted_handler handler;
        {
            const cancellation_guard guard(one, handler);
            ASSERT_FALSE(guard.is_cancelled());
            ASSERT_TRUE(one.cancel());
            ASSERT_FALSE(one.cancel());
            scripted_handler late;
            const cancellation_guard refused(one, late);
            ASSERT_TRUE(refused.is_cancelled());
        }
        ASSERT_EQ(handler.cancels, 1);
        ASSERT_EQ(handler.resets, 1);
        one.reset();
        ASSERT_FALSE(one.is_cancelled());
        ASSERT_TRUE(static_cast<bool>(one));
    }
}

TEST(a_standalone_token, may_be_reset_after_a_handler_released_others) {
    standalone_token one;
    for (int i = 0; i < 2; ++i) {
        scripted_handler lower;
        scripted_handler upper;
        std::optional<cancellation_guard> of_lower(std::in_place, one, lower);
        std::optional<cancellation_guard> of_upper(std::in_place, one, upper);
        lower.at_cancel = [&] {
            of_upper.reset();
            of_lower.reset();
        };
        EXPECT_TRUE(one.cancel());
        EXPECT_EQ(lower.cancels, 1);
        EXPECT_EQ(upper.cancels, 0);
        one.reset();
    }
}

/// Lets a thread cancel that then stays in its handler until the owner waits for its end.
template <class EndOrReset>
void expect_to_wait_for_the_canceller(standalone_token& one, EndOrReset&& end) {
    std::promise<long> who_waits;
    std::latch runs(1);
    std::atomic<bool> ended = false;
    bool ended_too_early = false;
    int payload = 0; // not atomic: the wait is what orders it
    scripted_handler handler;
    std::optional<cancellation_guard> guard(std::in_place, one, handler);
    handler.at_cancel = [&] {
        guard.reset(); // so that the guard is not what the owner waits for
        runs.count_down();
        seen_asleep(who_waits.get_future().get());
        ended_too_early = ended;
        payload = 42;
    };
    std::thread canceller([&] { one.cancel(); });
    runs.wait();
    EXPECT_TRUE(one.is_cancelled());
    who_waits.set_value(own_thread_id());
    end();
    EXPECT_EQ(payload, 42);
    ended = true;
    canceller.join();
    EXPECT_FALSE(ended_too_early);
}

TEST(a_standalone_token, is_destroyed_after_the_end_of_the_cancellation_under_way) {
    auto one = std::make_unique<standalone_token>();
    expect_to_wait_for_the_canceller(*one, [&] { one.reset(); });
}

TEST(a_standalone_token, is_reset_after_the_end_of_the_cancellation_under_way) {
    standalone_token one;
    expect_to_wait_for_the_canceller(one, [&] { one.reset(); });
    EXPECT_FALSE(one.is_cancelled());
}

TEST(a_standalone_token, is_reset_after_the_end_of_all_that_follows_it) {
    standalone_token token;
    auto first = cancellation_source::following(token);
    auto second = cancellation_source::following(token);
    const sourced_token of_first = first.get_token();
    const sourced_token of_second = second.get_token();
    std::promise<long> who_waits;
    const std::shared_future<long> owner = who_waits.get_future().share();
    std::atomic<bool> runs = false;
    std::atomic<bool> ended = false;
    bool ended_too_early = false;
    const auto last_until_the_owner_waits = [&] {
        runs = true;
        runs.notify_one();
        seen_asleep(owner.get());
        ended_too_early = ended_too_early || ended;
    };
    const on_cancel handler_of_first(of_first, last_until_the_owner_waits);
    const on_cancel handler_of_second(of_second, last_until_the_owner_waits);
    std::thread canceller([&] { token.cancel(); });
    runs.wait(false);
    who_waits.set_value(own_thread_id());
    token.reset();
    ended = true;
    canceller.join();
    EXPECT_FALSE(ended_too_early);
    EXPECT_FALSE(token.is_cancelled());
}

} // namespace
} // namespace tollgate::cancel
