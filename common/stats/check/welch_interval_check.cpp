// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/welch_interval.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using tollgate::stats::welch_interval;
using tollgate::stats::welch_p_value;

TEST(welch_interval, needs_two_values_in_either) {
    const std::vector<double> one{1};
    const std::vector<double> two{1, 2};
    EXPECT_FALSE(welch_interval({}, {}, 0.95));
    EXPECT_FALSE(welch_interval(one, two, 0.95));
    EXPECT_FALSE(welch_interval(two, one, 0.95));
    EXPECT_TRUE(welch_interval(two, two, 0.95));
}

// Variances 2 and 2, errors 1 and 1: degrees (1 + 1)² / (1 + 1) = 2, for which the table
// says 4.303.
TEST(welch_interval, two_pairs_that_scatter_alike_by_hand) {
    const auto found = welch_interval(std::vector<double>{-1, 1}, std::vector<double>{9, 11}, 0.95);
    ASSERT_TRUE(found);
    EXPECT_NEAR((found->low + found->high) / 2, 10, 1e-12);
    EXPECT_NEAR(found->half_width(), 4.303 * std::sqrt(2.0), 0.001);
    EXPECT_EQ(found->confidence, 0.95);
}

// What does not scatter adds no degrees: those of the other alone, 12.706 for one.
TEST(welch_interval, one_that_does_not_scatter_leaves_the_degrees_of_the_other) {
    const std::vector<double> scattered{-1, 1};
    const std::vector<double> still(20, 3.0);
    EXPECT_NEAR(welch_interval(scattered, still, 0.95)->half_width(), 12.706, 0.0005);
    EXPECT_NEAR(welch_interval(still, scattered, 0.95)->half_width(), 12.706, 0.0005);
}

// Variances 2.5 of five and 40 of five: errors 0.5 and 8, degrees 8.5² / (0.5²/4 + 8²/4) = 4.498,
// between the table's 2.776 for 4 and 2.571 for 5.
TEST(welch_interval, unequal_scatter_costs_degrees) {
    const auto found = welch_interval(std::vector<double>{1, 2, 3, 4, 5},
                                      std::vector<double>{4, 8, 12, 16, 20}, 0.95);
    ASSERT_TRUE(found);
    const double t = found->half_width() / std::sqrt(8.5);
    EXPECT_LT(t, 2.776);
    EXPECT_GT(t, 2.571);
    EXPECT_NEAR((found->low + found->high) / 2, 9, 1e-12);
}

TEST(welch_interval, of_equal_values_is_a_point) {
    const auto found =
        welch_interval(std::vector<double>(3, 0.25), std::vector<double>(4, 0.75), 0.95);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->low, 0.5);
    EXPECT_EQ(found->high, 0.5);
}

// Squares of errors of 1e-200 are no numbers any more.
TEST(welch_interval, tiny_scatter_is_scatter) {
    const auto found = welch_interval(std::vector<double>{-1e-150, 1e-150},
                                      std::vector<double>{-1e-150, 1e-150}, 0.95);
    ASSERT_TRUE(found);
    EXPECT_GT(found->half_width(), 1e-150);
    EXPECT_TRUE(std::isfinite(found->half_width()));
}

TEST(welch_interval, covers_the_difference_as_often_as_it_says) {
    constexpr int repetitions = 4000;
    std::mt19937_64 random(11);
    std::normal_distribution<> narrow(100, 1);
    std::normal_distribution<> wide(105, 4);
    int covered = 0;
    std::vector<double> a(8);
    std::vector<double> b(5);
    for (int i = 0; i < repetitions; ++i) {
        std::ranges::generate(a, [&] { return narrow(random); });
        std::ranges::generate(b, [&] { return wide(random); });
        covered += welch_interval(a, b, 0.95)->contains(5) ? 1 : 0;
    }
    const double tolerance = 5 * std::sqrt(0.95 * 0.05 / repetitions);
    EXPECT_NEAR(covered / double{repetitions}, 0.95, tolerance);
}

TEST(welch_p_value, needs_two_values_in_either) {
    const std::vector<double> one{1};
    const std::vector<double> two{1, 2};
    EXPECT_FALSE(welch_p_value(one, two));
    EXPECT_FALSE(welch_p_value(two, one));
    EXPECT_TRUE(welch_p_value(two, two));
}

TEST(welch_p_value, is_the_level_at_which_the_interval_reaches_zero) {
    const std::vector<double> a{1, 2, 3, 4, 5};
    const std::vector<double> b{4, 7, 5, 9, 3, 8};
    const double p = *welch_p_value(a, b);
    EXPECT_GT(p, 0.001);
    EXPECT_LT(p, 0.1);
    EXPECT_NEAR(welch_interval(a, b, 1 - p)->low, 0, 1e-9);
    EXPECT_NEAR(*welch_p_value(b, a), p, 1e-12);
}

TEST(welch_p_value, of_values_that_do_not_scatter_is_sure) {
    const std::vector<double> ones(6, 1.0);
    EXPECT_EQ(welch_p_value(ones, std::vector<double>(4, 1.0)), 1);
    EXPECT_EQ(welch_p_value(ones, std::vector<double>(4, 1.5)), 0);
}
