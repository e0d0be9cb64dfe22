// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/interval.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using tollgate::stats::interval;

TEST(interval, half_width_is_half_the_distance_of_the_ends) {
    EXPECT_EQ((interval{-1, 4, 0.95}.half_width()), 2.5);
    EXPECT_EQ((interval{3, 3, 0.95}.half_width()), 0);
}

TEST(interval, contains_both_ends_and_nothing_outside) {
    const interval range{-1, 4, 0.95};
    EXPECT_TRUE(range.contains(-1));
    EXPECT_TRUE(range.contains(0));
    EXPECT_TRUE(range.contains(4));
    EXPECT_FALSE(range.contains(std::nextafter(4.0, 5.0)));
    EXPECT_FALSE(range.contains(std::nextafter(-1.0, -2.0)));
    EXPECT_FALSE(range.contains(std::numeric_limits<double>::quiet_NaN()));
}

TEST(interval, equality_includes_the_confidence) {
    EXPECT_EQ((interval{1, 2, 0.95}), (interval{1, 2, 0.95}));
    EXPECT_NE((interval{1, 2, 0.95}), (interval{1, 2, 0.96}));
}
