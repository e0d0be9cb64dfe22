// SPDX-License-Identifier: BSL-1.0
//
// A token with its state in place: reset and destruction.
#include "falls_asleep.hpp"
#include "scripted_handler.hpp"

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
    standalone_token cancellation;
    for (int i = 1; i <= 300; ++i) {
        scripted_handler handler;
        {
            const cancellation_guard guard(cancellation, handler);
            ASSERT_FALSE(guard.is_cancelled());
            ASSERT_TRUE(cancellation.cancel());
            ASSERT_FALSE(cancellation.cancel());
            scripted_handler late;
            const cancellation_guard refused(cancellation, late);
            ASSERT_TRUE(refused.is_cancelled());
        }
        ASSERT_EQ(handler.cancels, 1);
        ASSERT_EQ(handler.resets, 1);
        cancellation.reset();
        ASSERT_FALSE(cancellation.is_cancelled());
        ASSERT_TRUE(static_cast<bool>(cancellation));
    }
}

TEST(a_standalone_token, may_be_reset_after_a_handler_released_others) {
    standalone_token cancellation;
    for (int i = 0; i < 2; ++i) {
        scripted_handler lower;
        scripted_handler upper;
        std::optional<cancellation_guard> of_lower(std::in_place, cancellation, lower);
        std::optional<cancellation_guard> of_upper(std::in_place, cancellation, upper);
        lower.at_cancel = [&] {
            of_upper.reset();
            of_lower.reset();
        };
        EXPECT_TRUE(cancellation.cancel());
        EXPECT_EQ(lower.cancels, 1);
        EXPECT_EQ(upper.cancels, 0);
        cancellation.reset();
    }
}

/// Another thread cancels, and stays in the handler until the owner waits for the end.
template <class EndOrReset>
void expect_to_wait_for_the_canceller(standalone_token& cancellation, EndOrReset&& end) {
    std::promise<long> waiting_thread;
    std::latch runs(1);
    std::atomic<bool> ended = false;
    bool ended_too_early = false;
    int payload = 0; // not atomic: the wait orders it
    scripted_handler handler;
    std::optional<cancellation_guard> guard(std::in_place, cancellation, handler);
    handler.at_cancel = [&] {
        guard.reset(); // so that the owner does not wait for the guard
        runs.count_down();
        falls_asleep(waiting_thread.get_future().get());
        ended_too_early = ended;
        payload = 42;
    };
    std::thread canceller([&] { cancellation.cancel(); });
    runs.wait();
    EXPECT_TRUE(cancellation.is_cancelled());
    waiting_thread.set_value(own_thread_id());
    end();
    EXPECT_EQ(payload, 42);
    ended = true;
    canceller.join();
    EXPECT_FALSE(ended_too_early);
}

TEST(a_standalone_token, is_destroyed_after_the_end_of_the_cancellation_under_way) {
    auto cancellation = std::make_unique<standalone_token>();
    expect_to_wait_for_the_canceller(*cancellation, [&] { cancellation.reset(); });
}

TEST(a_standalone_token, is_reset_after_the_end_of_the_cancellation_under_way) {
    standalone_token cancellation;
    expect_to_wait_for_the_canceller(cancellation, [&] { cancellation.reset(); });
    EXPECT_FALSE(cancellation.is_cancelled());
}

TEST(a_standalone_token, is_reset_after_the_end_of_all_that_follows_it) {
    standalone_token token;
    auto first = cancellation_source::following(token);
    auto second = cancellation_source::following(token);
    const sourced_token of_first = first.get_token();
    const sourced_token of_second = second.get_token();
    std::promise<long> waiting_thread;
    const std::shared_future<long> owner = waiting_thread.get_future().share();
    std::atomic<bool> runs = false;
    std::atomic<bool> ended = false;
    bool ended_too_early = false;
    const auto last_until_the_owner_waits = [&] {
        runs = true;
        runs.notify_one();
        falls_asleep(owner.get());
        ended_too_early = ended_too_early || ended;
    };
    const on_cancel handler_of_first(of_first, last_until_the_owner_waits);
    const on_cancel handler_of_second(of_second, last_until_the_owner_waits);
    std::thread canceller([&] { token.cancel(); });
    runs.wait(false);
    waiting_thread.set_value(own_thread_id());
    token.reset();
    ended = true;
    canceller.join();
    EXPECT_FALSE(ended_too_early);
    EXPECT_FALSE(token.is_cancelled());
}

} // namespace
} // namespace tollgate::cancel
