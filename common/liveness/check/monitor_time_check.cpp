// SPDX-License-Identifier: BSL-1.0
//
// The time that a monitor counts: its own lateness does not count.
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
using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr auto never_due = std::chrono::nanoseconds::max();
constexpr std::chrono::steady_clock::time_point start{1h};

TEST(the_monitors_time, is_the_time_between_scans_that_are_not_late) {
    detail::monitor_time time;
    time.advance(start, 10ms);
    EXPECT_EQ(time.plan(never_due, 10ms), 10ms);
    EXPECT_EQ(time.advance(start + 3ms, 10ms), 3ms) << "an early scan counts fully";
    time.plan(never_due, 10ms);
    EXPECT_EQ(time.advance(start + 16'750us, 10ms), 16'750us) << "3/8 of a period late is not late";
    EXPECT_EQ(time.late(), 0u);
}

TEST(the_monitors_time, is_the_planned_time_if_the_scan_is_late) {
    detail::monitor_time time;
    time.advance(start, 10ms);
    time.plan(never_due, 10ms);
    EXPECT_EQ(time.advance(start + 13'750us + 1ns, 10ms), 10ms);
    EXPECT_EQ(time.late(), 1u);
    EXPECT_EQ(time.since_began(), 13'750us + 1ns) << "stamps have the time that has passed";
    time.plan(12ms, 10ms);
    EXPECT_EQ(time.advance(start + 24h, 10ms), 12ms) << "no more than the rest of a timeout";
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
    EXPECT_EQ(time.plan(5ms, 8ms), 4ms) << "less the time that has passed";
}

/// A starved monitor scans rarely. Each scan adds one period: threads that are starved as well are
/// not reported for the remaining time.
TEST(a_monitor_that_is_always_late, counts_one_period_for_each_scan) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, {.timeout = 1s});
    watch.scan_after(24h * 365);
    EXPECT_EQ(watch.watcher.so_far().late_scans, 1u);
    int scans = 0;
    while (watch.reported.empty()) {
        watch.scan_after(1min);
        ++scans;
    }
    EXPECT_EQ(scans, 100);
    EXPECT_EQ(watch.reported[0].silent_for, 1s);
}

TEST(the_monitors_time, takes_a_clock_from_its_first_moment_to_its_last) {
    using time_point = std::chrono::steady_clock::time_point;
    for (const time_point last : {time_point{}, time_point::max()}) {
        detail::monitor_time time;
        time.advance(time_point::min(), 10ms);
        EXPECT_EQ(time.plan(never_due, 10ms), 10ms);
        EXPECT_EQ(time.advance(last, 10ms), 10ms) << "the scan was due then";
        EXPECT_EQ(time.late(), 1u);
        EXPECT_EQ(time.since_began(), std::chrono::nanoseconds::max());
        EXPECT_EQ(time.plan(never_due, 10ms), 10ms);
        EXPECT_EQ(time.advance(time_point::max(), 10ms), last == time_point::max() ? 10ms : 20ms);
        EXPECT_EQ(time.plan(never_due, 10ms), 10ms);
        EXPECT_EQ(time.advance(time_point::min(), 10ms), last == time_point::max() ? 10ms : 20ms);
    }
}

TEST(a_monitor_whose_period_is_set, plans_by_the_new_period) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, {.timeout = 1h});
    watch.watcher.set_period(200ms);
    watch.scan();
    EXPECT_EQ(watch.planned(), 200ms);
    watch.scan_after(274ms);
    EXPECT_EQ(watch.watcher.so_far().late_scans, 0u);
    watch.watcher.set_period(1ms);
    watch.scan_after(200ms);
    EXPECT_EQ(watch.watcher.so_far().late_scans, 0u) << "planned before, and the plan still holds";
    EXPECT_EQ(watch.planned(), 1ms);
    watch.scan_after(200ms);
    EXPECT_EQ(watch.watcher.so_far().late_scans, 1u);
}

TEST(the_clock_of_the_day, only_dates_a_report) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, {.timeout = 1s});
    const auto before = std::chrono::system_clock::now();
    watch.now += 24h * 365 * 10; // the only effect: the first scan after it is late
    watch.scan();
    watch.pass_time(2s);
    ASSERT_THAT(watch.reported, SizeIs(1));
    EXPECT_LT(watch.reported[0].at, before + 24h * 365);
    EXPECT_GT(watch.reported[0].at, before - 24h);
}

} // namespace
} // namespace tollgate::liveness
