// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/manual_clock.hpp>
#include <tollgate/clock/readings.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tollgate::clock {
namespace {

TEST(reading_cost, a_clock_that_steps_reads_zero_or_one_step) {
    const manual_clock clock(10);
    clock.set_step(990); // 1000 would always fall between two intervals
    const auto intervals = empty_intervals(clock, 1000);
    EXPECT_TRUE(std::is_sorted(intervals.begin(), intervals.end()));
    EXPECT_EQ(intervals.front(), 0);
    EXPECT_EQ(intervals.back(), 990);
}

TEST(resolution, is_the_smallest_step) {
    const manual_clock fine(7);
    EXPECT_EQ(smallest_step(fine), 7);
    const manual_clock stepping(10);
    stepping.set_step(1000);
    EXPECT_EQ(smallest_step(stepping), 1000);
}

/// Counts in steps of 10.5, rounded down to whole counts.
struct half_step_clock {
    manual_clock base;
    [[nodiscard]] std::int64_t begin() const { return base.begin() / 21 * 21 / 2; }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

TEST(resolution, a_step_that_is_rounded_is_one_step) {
    // Successive readings differ by 0, 10 or 11 counts.
    EXPECT_EQ(smallest_step(half_step_clock{manual_clock(13)}), 10);
}

/// Readings take 20, 21 and 22 counts in turn.
struct fine_clock {
    manual_clock base;
    int* readings;
    [[nodiscard]] std::int64_t begin() const {
        base.advance((*readings)++ % 3);
        return base.begin();
    }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

TEST(resolution, a_count_is_the_finest_step) {
    int readings = 0;
    EXPECT_EQ(smallest_step(fine_clock{manual_clock(20), &readings}), 1);
}

TEST(resolution, is_unknown_for_a_clock_that_stands_still) {
    EXPECT_FALSE(smallest_step(manual_clock(0)));
}

} // namespace
} // namespace tollgate::clock
