// SPDX-License-Identifier: BSL-1.0
#include "at_a_deadline.hpp"

#include <tollgate/await/run_loop.hpp>
#include <tollgate/cancel/async_sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/testing/coroutine.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;

template <class When>
testing::coroutine nap(await::executor_ref /*executor*/, const When& when,
                       const token& cancellation, std::optional<wait_status>& ending) {
    if constexpr (requires { when.time_since_epoch(); }) {
        ending = co_await async_sleep_until(when, cancellation);
    } else {
        ending = co_await async_sleep_for(when, cancellation);
    }
}

class async_sleep : public ::testing::Test {
protected:
    testing::manual_executor later;
    standalone_token stop;
    std::optional<wait_status> ending;
};

TEST_F(async_sleep, is_never_too_short_and_continues_on_the_executor) {
    await::run_loop loop;
    const auto take_naps = [&](await::executor_ref) -> testing::coroutine {
        for (const auto time : {1us, 100us, 2000us}) {
            const auto start = clock_type::now();
            EXPECT_EQ(co_await async_sleep_for(time), wait_status::timeout);
            EXPECT_GE(clock_type::now() - start, time);
            EXPECT_EQ(co_await async_sleep_until(start + 2 * time, stop), wait_status::timeout);
            EXPECT_GE(clock_type::now() - start, 2 * time);
        }
        loop.finish();
    };
    const auto sleeper = take_naps(loop);
    loop.run();
    EXPECT_TRUE(sleeper.is_done());
}

TEST_F(async_sleep, does_not_suspend_if_the_time_is_over) {
    for (const auto time : {0ns, -1ns, (std::chrono::nanoseconds::min)()}) {
        const auto sleeper = nap(later, time, stop, ending);
        EXPECT_EQ(ending, wait_status::timeout);
    }
    const auto past = nap(later, (clock_type::time_point::min)(), stop, ending);
    EXPECT_EQ(ending, wait_status::timeout);
    EXPECT_EQ(later.posts, 0U);
}

TEST_F(async_sleep, ends_with_its_token) {
    {
        const auto for_ever = nap(later, (clock_type::time_point::max)(), stop, ending);
        EXPECT_FALSE(ending);
        stop.cancel();
        EXPECT_FALSE(ending);
        EXPECT_TRUE(later.run_one());
        EXPECT_EQ(ending, wait_status::cancelled);
    }
    const auto late = nap(later, 1h, stop, ending);
    EXPECT_TRUE(late.is_done());
    EXPECT_EQ(ending, wait_status::cancelled);
}

/// The deadline of the token has passed, but the deadline thread is busy with this handler.
TEST_F(async_sleep, is_not_too_short_after_the_deadline_of_its_token) {
    await::run_loop loop;
    std::optional<sourced_token> late;
    std::optional<testing::coroutine> sleeper;
    run_at_a_deadline([&] {
        late.emplace(source_with_deadline(1us));
        while (clock_type::now() < late->deadline()) {
        }
        sleeper.emplace(nap(loop, 1h, *late, ending));
        EXPECT_FALSE(ending);
    });
    while (!ending) {
        loop.try_run_one();
    }
    EXPECT_EQ(ending, wait_status::cancelled);
}

TEST_F(async_sleep, of_a_destroyed_coroutine_leaves_nothing) {
    auto sleeper = nap(later, 1h, stop, ending);
    sleeper.destroy();
    stop.cancel();
    EXPECT_EQ(later.posts, 0U);
}

} // namespace
} // namespace tollgate::cancel
