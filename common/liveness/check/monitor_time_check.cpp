// SPDX-License-Identifier: BSL-1.0
//
// What a monitor holds against others of the time that passes: not what it was away itself.
#include "../src/monitor_time.hpp"
#include "by_hand.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::SizeIs;

constexpr auto never_due = std::chrono::nanoseconds::max();
constexpr std::chrono::steady_clock::time_point start{1h};

TEST(the_monitors_time, is_the_time_between_looks_that_are_not_late) {
    detail::monitor_time time;
    time.advance(start, 10ms);
    EXPECT_EQ(time.plan(never_due, 10ms), 10ms);
    EXPECT_EQ(time.advance(start + 3ms, 10ms), 3ms) << "an early one counts as long as it was";
    time.plan(never_due, 10ms);
    EXPECT_EQ(time.advance(start + 16'750us, 10ms), 16'750us) << "3/8 of a period late is not late";
    EXPECT_EQ(time.late(), 0u);
}

TEST(the_monitors_time, is_what_was_planned_if_the_look_is_late) {
    detail::monitor_time time;
    time.advance(start, 10ms);
    time.plan(never_due, 10ms);
    EXPECT_EQ(time.advance(start + 13'750us + 1ns, 10ms), 10ms);
    EXPECT_EQ(time.late(), 1u);
    EXPECT_EQ(time.since_began(), 13'750us + 1ns) << "stamps are of the time that has passed";
    time.plan(12ms, 10ms);
    EXPECT_EQ(time.advance(start + 24h, 10ms), 12ms) << "and no more than was left of a timeout";
    EXPECT_EQ(time.late(), 2u);
}

TEST(the_monitors_time, stands_still_while_the_clock_goes_back) {
    detail::monitor_time time;
    time.advance(start, 10ms);
    time.plan(never_due, 10ms);
    EXPECT_EQ(time.advance(start - 1h, 10ms), 0ns);
    EXPECT_EQ(time.plan(never_due, 10ms), 10ms);
    EXPECT_EQ(time.advance(start + 10ms, 10ms), 10ms);
    EXPECT_EQ(time.late(), 0u);
    EXPECT_EQ(time.since_began(), 10ms);
}

TEST(the_plan, is_a_period_at_most_and_an_eighth_of_one_at_least) {
    detail::monitor_time time;
    time.advance(start, 8ms);
    EXPECT_EQ(time.plan(never_due, 8ms), 8ms);
    EXPECT_EQ(time.plan(5ms, 8ms), 5ms);
    EXPECT_EQ(time.plan(1ns, 8ms), 1ms);
    EXPECT_EQ(time.plan(0ns, 8ms), 1ms);
    EXPECT_EQ(time.plan(-1h, 8ms), 1ms) << "overdue";
    time.advance(start + 1ms, 8ms);
    EXPECT_EQ(time.plan(5ms, 8ms), 4ms) << "less what has passed";
}

/// Who is starved gets one look in a while: each adds a period, and the rest is not held against
/// those who are starved like it.
TEST(a_monitor_that_is_always_late, counts_a_period_a_look) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1s});
    watch.look_after(24h * 365);
    EXPECT_EQ(watch.in.so_far().late_looks, 1u);
    int looks = 0;
    while (watch.told.empty()) {
        watch.look_after(1min);
        ++looks;
    }
    EXPECT_EQ(looks, 100);
    EXPECT_EQ(watch.told[0].silent_for, 1s);
}

TEST(the_monitors_time, takes_a_clock_from_its_first_moment_to_its_last) {
    using time_point = std::chrono::steady_clock::time_point;
    for (const time_point last : {time_point{}, time_point::max()}) {
        detail::monitor_time time;
        time.advance(time_point::min(), 10ms);
        EXPECT_EQ(time.plan(never_due, 10ms), 10ms);
        EXPECT_EQ(time.advance(last, 10ms), 10ms) << "it was due then";
        EXPECT_EQ(time.late(), 1u);
        EXPECT_EQ(time.since_began(), std::chrono::nanoseconds::max());
        EXPECT_EQ(time.plan(never_due, 10ms), 10ms);
        EXPECT_EQ(time.advance(time_point::max(), 10ms), last == time_point::max() ? 10ms : 20ms);
        EXPECT_EQ(time.plan(never_due, 10ms), 10ms);
        EXPECT_EQ(time.advance(time_point::min(), 10ms), last == time_point::max() ? 10ms : 20ms);
    }
}

TEST(a_monitor_whose_period_is_set, plans_by_the_new_one) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1h});
    watch.in.set_period(200ms);
    watch.look();
    EXPECT_EQ(watch.planned(), 200ms);
    watch.look_after(274ms);
    EXPECT_EQ(watch.in.so_far().late_looks, 0u);
    watch.in.set_period(1ms);
    watch.look_after(200ms);
    EXPECT_EQ(watch.in.so_far().late_looks, 0u) << "planned before, and kept";
    EXPECT_EQ(watch.planned(), 1ms);
    watch.look_after(200ms);
    EXPECT_EQ(watch.in.so_far().late_looks, 1u);
}

TEST(the_clock_of_the_day, is_only_what_dates_a_report) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1s});
    const auto before = std::chrono::system_clock::now();
    watch.now += 24h * 365 * 10; // the first look after it is late, and that is all
    watch.look();
    watch.pass_time(2s);
    ASSERT_THAT(watch.told, SizeIs(1));
    EXPECT_LT(watch.told[0].at, before + 24h * 365);
    EXPECT_GT(watch.told[0].at, before - 24h);
}

} // namespace
} // namespace tollgate::liveness
