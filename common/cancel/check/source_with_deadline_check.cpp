// SPDX-License-Identifier: BSL-1.0
//
// Sources with a deadline, and the thread of the process that cancels them. The scenarios have a
// time of their own.
#include "at_a_deadline.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/wait.hpp>
#include <tollgate/testing/sanitized.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

constexpr auto never = (clock::time_point::max)();

class a_source_with_deadline : public ::testing::Test {
    const testing::watchdog watchdog_{"a source with a deadline", 60s};
};

TEST_F(a_source_with_deadline, is_cancelled_then_and_not_before) {
    for (const auto time : {1ns, 1000ns, 200'000ns, 3'000'000ns}) {
        const auto begin = clock::now();
        const sourced_token own = source_with_deadline(time).get_token();
        EXPECT_GE(own.deadline(), begin + time);
        await_cancellation(own);
        EXPECT_GE(clock::now(), own.deadline());
        EXPECT_EQ(own.reason(), reason_kind::deadline);
    }
}

TEST_F(a_source_with_deadline, takes_a_time_point_of_any_unit) {
    const auto deadline = std::chrono::ceil<std::chrono::milliseconds>(clock::now());
    const sourced_token own = source_with_deadline(deadline).get_token();
    EXPECT_EQ(own.deadline(), deadline);
    await_cancellation(own);
}

template <class When>
void expect_passed(const When& when) {
    const cancellation_source leader;
    for (const auto& source : {source_with_deadline(when), source_with_deadline(leader, when)}) {
        EXPECT_TRUE(source.is_cancelled());
        EXPECT_EQ(source.get_token().reason(), reason_kind::deadline);
    }
    EXPECT_FALSE(leader.is_cancelled());
}

TEST_F(a_source_with_deadline, that_has_passed_is_cancelled_from_the_start) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    using seconds = std::chrono::duration<double>;
    for (int i = 0; i < 200; ++i) { // the thread that watches the deadlines would be late sometimes
        expect_passed(0s);
    }
    expect_passed(-1h);
    expect_passed(seconds(nan));
    expect_passed(seconds(-std::numeric_limits<double>::infinity()));
    expect_passed(clock::now());
    expect_passed((clock::time_point::min)());
    expect_passed(std::chrono::time_point<clock, seconds>(seconds(nan)));
}

template <class When>
void expect_never(const When& when) {
    const auto source = source_with_deadline(when);
    const auto follower = source_with_deadline(source, when);
    EXPECT_EQ(follower.get_token().deadline(), never);
    EXPECT_FALSE(follower.is_cancelled());
    source.cancel();
    EXPECT_EQ(follower.get_token().reason(), reason_kind::cancelled);
}

TEST_F(a_source_with_deadline, that_the_clock_cannot_represent_has_none) {
    expect_never(never);
    expect_never((clock::duration::max)());
    expect_never((std::chrono::hours::max)());
    expect_never(std::chrono::duration<double>(std::numeric_limits<double>::infinity()));
}

TEST_F(a_source_with_deadline, is_cancelled_with_its_leader) {
    const cancellation_source source;
    standalone_token alone;
    const auto first = source_with_deadline(source, 1h);
    const auto second = source_with_deadline(alone, 1h);
    const auto third = source_with_deadline(second.get_token(), 1min);
    source.cancel(5);
    alone.cancel(6);
    EXPECT_EQ(first.get_token().reason(), 5);
    EXPECT_EQ(third.get_token().reason(), 6);
    EXPECT_EQ(source_with_deadline(second, 1h).get_token().reason(), 6);
}

TEST_F(a_source_with_deadline, is_cancelled_no_later_than_its_leader) {
    const auto leader = source_with_deadline(1ms);
    const cancellation_source plain;
    const auto deadline = leader.get_token().deadline();
    const auto later = source_with_deadline(leader, 1h);
    const auto follower = cancellation_source::following(plain, later);
    EXPECT_EQ(later.get_token().deadline(), deadline);
    EXPECT_EQ(follower.get_token().deadline(), deadline);
    EXPECT_EQ(source_with_deadline(follower, never).get_token().deadline(), deadline);
    await_cancellation(follower.get_token());
    EXPECT_EQ(follower.get_token().reason(), reason_kind::deadline);
}

/// The leader's deadline has passed, also if the thread has not come to it.
TEST_F(a_source_with_deadline, is_cancelled_at_once_after_the_deadline_of_its_leader) {
    const auto leader = source_with_deadline(1us);
    while (clock::now() < leader.get_token().deadline()) {
    }
    EXPECT_TRUE(source_with_deadline(leader, 1h).is_cancelled());
}

TEST(other_tokens, have_no_deadline) {
    EXPECT_EQ(standalone_token().deadline(), never);
    EXPECT_EQ(dummy_token().deadline(), never);
    EXPECT_EQ(cancellation_source().get_token().deadline(), never);
    sourced_token moved = source_with_deadline(1h).get_token();
    const sourced_token target(std::move(moved));
    EXPECT_EQ(moved.deadline(), never); // NOLINT(bugprone-use-after-move): so it is promised
    EXPECT_NE(target.deadline(), never);
}

TEST_F(a_source_with_deadline, ends_every_wait) {
    std::mutex mutex;
    std::condition_variable condition;
    std::unique_lock lock(mutex);
    EXPECT_FALSE(wait(
        condition, lock, [] { return false; }, source_with_deadline(1ms).get_token()));
    EXPECT_EQ(sleep_until(never, source_with_deadline(1ms).get_token()), wait_status::cancelled);
    EXPECT_EQ(poll({}, source_with_deadline(1ms).get_token()), wait_status::cancelled);
}

/// On one thread, which is not this one.
TEST_F(a_source_with_deadline, runs_its_handlers_on_the_deadline_thread) {
    std::array<std::thread::id, 2> ran_on;
    for (auto& which : ran_on) {
        run_at_a_deadline([&] { which = std::this_thread::get_id(); });
    }
    EXPECT_EQ(ran_on[0], ran_on[1]);
    EXPECT_NE(ran_on[0], std::this_thread::get_id());
}

TEST_F(a_source_with_deadline, may_be_made_and_destroyed_by_a_handler) {
    std::optional<cancellation_source> unused(source_with_deadline(1h));
    std::optional<cancellation_source> next;
    run_at_a_deadline([&] {
        unused.reset();
        next = source_with_deadline(1ms);
    });
    await_cancellation(next->get_token());
}

TEST(the_end_of_the_program, comes_when_a_handler_throws_on_the_deadline_thread) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            run_at_a_deadline([] { throw std::runtime_error("a mistake"); });
            await_cancellation(dummy_token());
        },
        testing::is_thread_sanitized ? "" : "a mistake");
}

} // namespace
} // namespace tollgate::cancel
