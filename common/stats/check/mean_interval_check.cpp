// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/mean_interval.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using tollgate::stats::mean_interval;
using tollgate::stats::mean_p_value;

TEST(mean_interval, needs_two_values) {
    EXPECT_FALSE(mean_interval({}, 0.95));
    EXPECT_FALSE(mean_interval(std::vector<double>{1}, 0.95));
    EXPECT_TRUE(mean_interval(std::vector<double>{1, 2}, 0.95));
}

// The printed table of t says 2.776 for 4 degrees of freedom and 97.5 %.
// Mean 3, deviation √2.5, so ± 2.776 √(2.5 / 5).
TEST(mean_interval, five_values_by_hand) {
    const auto found = mean_interval(std::vector<double>{1, 2, 3, 4, 5}, 0.95);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->half_width(), 2.776 * std::sqrt(0.5), 0.0005);
    EXPECT_NEAR((found->low + found->high) / 2, 3, 1e-12);
    EXPECT_EQ(found->confidence, 0.95);
}

// Of -1 and 1 the mean is 0 and s / √n = √2 / √2 = 1: the half width is t itself.
// One degree of freedom: 12.706 for 97.5 %, 6.314 for 95 %, 63.657 for 99.5 %.
TEST(mean_interval, two_values_show_the_table_of_t) {
    const std::vector<double> values{-1, 1};
    EXPECT_NEAR(mean_interval(values, 0.90)->high, 6.314, 0.0005);
    EXPECT_NEAR(mean_interval(values, 0.95)->high, 12.706, 0.0005);
    EXPECT_NEAR(mean_interval(values, 0.99)->high, 63.657, 0.0005);
    EXPECT_NEAR(mean_interval(values, 0.95)->low, -12.706, 0.0005);
}

TEST(mean_interval, of_equal_values_is_a_point) {
    const auto found = mean_interval(std::vector<double>(5, 0.1), 0.95);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->low, 0.1);
    EXPECT_EQ(found->high, 0.1);
}

TEST(mean_interval, covers_the_mean_of_normal_values_as_often_as_it_says) {
    constexpr int repetitions = 4000;
    std::mt19937_64 random(5);
    std::normal_distribution<> draw(100, 3);
    int covered = 0;
    std::vector<double> values(5);
    for (int i = 0; i < repetitions; ++i) {
        std::ranges::generate(values, [&] { return draw(random); });
        covered += mean_interval(values, 0.95)->contains(100) ? 1 : 0;
    }
    const double tolerance = 5 * std::sqrt(0.95 * 0.05 / repetitions);
    EXPECT_NEAR(covered / double{repetitions}, 0.95, tolerance);
}

TEST(mean_p_value, needs_two_values) {
    EXPECT_FALSE(mean_p_value({}));
    EXPECT_FALSE(mean_p_value(std::vector<double>{1}));
    EXPECT_TRUE(mean_p_value(std::vector<double>{1, 2}));
}

// Mean 3, deviation √2.5, error √0.5: t = 4.2426 of 4 degrees, for which tables say 0.0132.
TEST(mean_p_value, five_values_by_hand) {
    EXPECT_NEAR(*mean_p_value(std::vector<double>{1, 2, 3, 4, 5}), 0.0132, 0.0001);
    EXPECT_NEAR(*mean_p_value(std::vector<double>{-1, -2, -3, -4, -5}), 0.0132, 0.0001);
}

TEST(mean_p_value, is_the_level_at_which_the_interval_reaches_zero) {
    const std::vector<double> values{0.3, 1.1, -0.2, 0.8, 0.9, 0.1};
    const double p = *mean_p_value(values);
    EXPECT_NEAR(mean_interval(values, 1 - p)->low, 0, 1e-9);
}

TEST(mean_p_value, of_values_that_do_not_scatter_is_sure) {
    EXPECT_EQ(mean_p_value(std::vector<double>(6, 0.5)), 0);
    EXPECT_EQ(mean_p_value(std::vector<double>(6, 0.0)), 1);
}
