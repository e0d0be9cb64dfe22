// SPDX-License-Identifier: BSL-1.0
//
// The moments of a periodic timer.
#include <tollgate/timer/tick_schedule.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

namespace tollgate::timer {
namespace {

using namespace std::chrono_literals;
using moment = tick_schedule::moment;
using policies = std::vector<missed_ticks>;

const policies all_policies{missed_ticks::burst, missed_ticks::delay, missed_ticks::skip};

/// The moments of the ticks, for a caller who waits for each tick and then works for a time.
std::vector<moment> taken_at(missed_ticks policy, const std::vector<moment>& works) {
    tick_schedule plan(100ms, 100ms, policy);
    std::vector<moment> moments;
    moment now{0};
    for (const moment work : works) {
        now = std::max(now, plan.next());
        EXPECT_TRUE(plan.take(now).has_value());
        moments.push_back(now);
        now += work;
    }
    return moments;
}

TEST(a_tick_schedule, has_a_tick_at_its_first_moment_and_then_each_period) {
    for (const missed_ticks policy : all_policies) {
        tick_schedule plan(-3ns, 10ns, policy);
        for (const moment tick : {-3ns, 7ns, 17ns, 27ns}) {
            EXPECT_EQ(plan.next(), tick);
            EXPECT_EQ(plan.take(tick - 1ns), std::nullopt);
            EXPECT_EQ(plan.next(), tick);
            EXPECT_EQ(plan.take(tick), 0U);
        }
    }
}

TEST(a_tick_schedule, does_not_drift) {
    for (const missed_ticks policy : all_policies) {
        tick_schedule plan(1s, 1s, policy);
        for (std::int64_t tick = 1; tick <= 1'000; ++tick) {
            EXPECT_EQ(plan.take(tick * 1s + 4ms), 0U);
        }
        EXPECT_EQ(plan.next(), 1'001s);
    }
}

// The examples of tokio's documentation, with one long work after the first tick.
TEST(a_tick_schedule, treats_missed_ticks_by_its_policy) {
    const std::vector<moment> works{250ms, 10ms, 10ms, 10ms};
    EXPECT_EQ(taken_at(missed_ticks::burst, works),
              (std::vector<moment>{100ms, 350ms, 360ms, 400ms}));
    EXPECT_EQ(taken_at(missed_ticks::delay, works),
              (std::vector<moment>{100ms, 350ms, 450ms, 550ms}));
    EXPECT_EQ(taken_at(missed_ticks::skip, works),
              (std::vector<moment>{100ms, 350ms, 400ms, 500ms}));
}

TEST(a_tick_schedule, counts_the_ticks_that_are_left_out) {
    for (const missed_ticks policy : {missed_ticks::delay, missed_ticks::skip}) {
        for (std::uint64_t missed = 0; missed < 3; ++missed) {
            const moment last = 100ms + missed * 100ms;
            EXPECT_EQ(tick_schedule(100ms, 100ms, policy).take(last), missed);
            EXPECT_EQ(tick_schedule(100ms, 100ms, policy).take(last + 99'999'999ns), missed);
        }
    }
    tick_schedule burst(100ms, 100ms, missed_ticks::burst);
    for (int tick = 1; tick <= 5; ++tick) {
        EXPECT_EQ(burst.take(599ms), 0U);
    }
    EXPECT_EQ(burst.take(599ms), std::nullopt);
}

TEST(a_tick_schedule, comes_to_its_moments_again_after_a_skip) {
    tick_schedule plan(100ms, 100ms, missed_ticks::skip);
    EXPECT_EQ(plan.take(300ms), 2U);
    EXPECT_EQ(plan.next(), 400ms);
    EXPECT_EQ(plan.take(499'999'999ns), 0U);
    EXPECT_EQ(plan.next(), 500ms);
}

TEST(a_tick_schedule, of_delay_keeps_ticks_apart) {
    const auto next_after = [](moment period, moment late) {
        tick_schedule plan(1s, period, missed_ticks::delay);
        EXPECT_EQ(plan.take(1s + late), 0U);
        return plan.next() - 1s;
    };
    EXPECT_EQ(next_after(100ms, 5ms), 100ms);
    EXPECT_EQ(next_after(100ms, 6ms), 106ms);
    EXPECT_EQ(next_after(4ms, 1ms), 4ms);
    EXPECT_EQ(next_after(4ms, 2ms), 6ms);
    EXPECT_EQ(next_after(1ns, 0ns), 1ns);
}

TEST(a_tick_schedule, waits_for_its_moment_if_the_clock_is_set_back) {
    for (const missed_ticks policy : all_policies) {
        tick_schedule plan(1h, 1s, policy);
        EXPECT_EQ(plan.take(1h), 0U);
        EXPECT_EQ(plan.take(1s), std::nullopt);
        EXPECT_EQ(plan.next(), 1h + 1s);
        EXPECT_EQ(plan.take(1h + 1s), 0U);
    }
}

TEST(a_tick_schedule, refuses_a_period_of_zero_or_less) {
    for (const moment period : {0ns, -1ns, moment::min()}) {
        EXPECT_THROW(tick_schedule(0s, period, missed_ticks::skip), std::invalid_argument);
    }
}

// A sanitizer notices an overflow.
TEST(a_tick_schedule, ends_at_the_last_moment) {
    for (const missed_ticks policy : all_policies) {
        tick_schedule rare(1ns, moment::max(), policy);
        EXPECT_EQ(rare.take(1ns), 0U);
        EXPECT_EQ(rare.next(), moment::max());
        EXPECT_EQ(rare.take(moment::max()), std::nullopt);

        tick_schedule late(moment::max() - 5ns, 4ns, policy);
        EXPECT_EQ(late.take(moment::max() - 5ns), 0U);
        EXPECT_EQ(late.take(moment::max() - 1ns), 0U);
        EXPECT_EQ(late.next(), moment::max());

        tick_schedule never(moment::max(), 1ns, policy);
        EXPECT_EQ(never.take(moment::max()), std::nullopt);
    }
}

TEST(a_tick_schedule, may_be_late_by_the_whole_range_of_the_type) {
    constexpr std::uint64_t all = std::uint64_t(-1) - 1; // from min() to max() - 1 ns
    const auto take = [](tick_schedule plan) { return plan.take(moment::max() - 1ns); };
    EXPECT_EQ(take({moment::min(), 1ns, missed_ticks::skip}), all);
    EXPECT_EQ(take({moment::min(), 1ns, missed_ticks::delay}), all);
    EXPECT_EQ(take({moment::min(), moment::max(), missed_ticks::skip}), 2U);
    tick_schedule burst(moment::min(), 1ns, missed_ticks::burst);
    EXPECT_EQ(burst.take(moment::max()), 0U);
    EXPECT_EQ(burst.next(), moment::min() + 1ns);
}

} // namespace
} // namespace tollgate::timer
