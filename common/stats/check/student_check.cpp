// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/mean_interval.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using tollgate::stats::mean_interval;
using tollgate::stats::mean_p_value;
using tollgate::stats::student_quantile;
using tollgate::stats::welch_interval;
using tollgate::stats::welch_p_value;

// Columns of any printed table of t.
TEST(student_quantile, matches_the_printed_table) {
    EXPECT_NEAR(student_quantile(0.95, 1), 12.706, 0.0005);
    EXPECT_NEAR(student_quantile(0.95, 2), 4.303, 0.0005);
    EXPECT_NEAR(student_quantile(0.99, 4), 4.604, 0.0005);
    EXPECT_NEAR(student_quantile(0.90, 30), 1.697, 0.0005);
    EXPECT_NEAR(student_quantile(0.95, 1e9), 1.960, 0.0005);
}

// The printed table of t says 2.776 for 4 degrees of freedom and 97.5 %.
// Mean 3, deviation √2.5, so ± 2.776 √(2.5 / 5).
TEST(mean_interval, matches_five_values_by_hand) {
    const auto range = mean_interval(std::vector<double>{1, 2, 3, 4, 5}, 0.95);
    ASSERT_TRUE(range);
    EXPECT_NEAR(range->half_width(), 2.776 * std::sqrt(0.5), 0.0005);
    EXPECT_NEAR((range->low + range->high) / 2, 3, 1e-12);
    EXPECT_EQ(range->confidence, 0.95);
}

TEST(mean_interval, needs_two_values) {
    EXPECT_FALSE(mean_interval({}, 0.95));
    EXPECT_FALSE(mean_interval(std::vector<double>{1}, 0.95));
    EXPECT_FALSE(mean_p_value({}));
    EXPECT_FALSE(mean_p_value(std::vector<double>{1}));
}

TEST(mean_interval, of_equal_values_is_a_point) {
    const auto range = mean_interval(std::vector<double>(5, 0.1), 0.95);
    ASSERT_TRUE(range);
    EXPECT_EQ(range->low, 0.1);
    EXPECT_EQ(range->high, 0.1);
}

TEST(mean_interval, has_the_stated_coverage_for_normal_values) {
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

TEST(mean_p_value, is_the_level_at_which_the_interval_reaches_zero) {
    const std::vector<double> values{0.3, 1.1, -0.2, 0.8, 0.9, 0.1};
    const double p = *mean_p_value(values);
    EXPECT_NEAR(mean_interval(values, 1 - p)->low, 0, 1e-9);
}

TEST(mean_p_value, is_zero_or_one_for_values_that_do_not_scatter) {
    EXPECT_EQ(mean_p_value(std::vector<double>(6, 0.5)), 0);
    EXPECT_EQ(mean_p_value(std::vector<double>(6, 0.0)), 1);
}

TEST(welch_interval, needs_two_values_in_either) {
    const std::vector<double> one{1};
    const std::vector<double> two{1, 2};
    EXPECT_FALSE(welch_interval({}, {}, 0.95));
    EXPECT_FALSE(welch_interval(one, two, 0.95));
    EXPECT_FALSE(welch_interval(two, one, 0.95));
    EXPECT_FALSE(welch_p_value(one, two));
    EXPECT_FALSE(welch_p_value(two, one));
}

// Variances 2.5 of five and 40 of five: errors 0.5 and 8; the table has 2.776 for 4 degrees.
TEST(welch_interval, has_the_degrees_of_the_smaller_sample) {
    const auto range = welch_interval(std::vector<double>{1, 2, 3, 4, 5},
                                      std::vector<double>{4, 8, 12, 16, 20}, 0.95);
    ASSERT_TRUE(range);
    EXPECT_NEAR(range->half_width(), 2.776 * std::sqrt(8.5), 0.002);
    EXPECT_NEAR((range->low + range->high) / 2, 9, 1e-12);
    const std::vector<double> two{-1, 1};
    const std::vector<double> still(20, 3.0);
    EXPECT_NEAR(welch_interval(two, still, 0.95)->half_width(), 12.706, 0.0005);
    EXPECT_NEAR(welch_interval(still, two, 0.95)->half_width(), 12.706, 0.0005);
}

TEST(welch_interval, of_equal_values_is_a_point) {
    const auto range =
        welch_interval(std::vector<double>(3, 0.25), std::vector<double>(4, 0.75), 0.95);
    ASSERT_TRUE(range);
    EXPECT_EQ(range->low, 0.5);
    EXPECT_EQ(range->high, 0.5);
}

// The squares of errors of 1e-200 underflow.
TEST(welch_interval, does_not_ignore_tiny_scatter) {
    const auto range = welch_interval(std::vector<double>{-1e-150, 1e-150},
                                      std::vector<double>{-1e-150, 1e-150}, 0.95);
    ASSERT_TRUE(range);
    EXPECT_GT(range->half_width(), 1e-150);
    EXPECT_TRUE(std::isfinite(range->half_width()));
}

// In the tails, where one of many differences is judged, and with samples of different sizes.
TEST(welch_interval, has_at_least_the_stated_coverage) {
    constexpr int repetitions = 20'000;
    constexpr double confidence = 0.999;
    std::mt19937_64 random(11);
    struct sizes_and_scatter {
        std::size_t before, after;
        double before_as_wide;
    };
    for (const auto& [before, after, times] :
         {sizes_and_scatter{2, 10, 1}, {3, 5, 6}, {8, 5, 0.25}, {9, 9, 1}}) {
        std::normal_distribution<> first(100, times);
        std::normal_distribution<> second(105, 1);
        std::vector<double> a(before);
        std::vector<double> b(after);
        int missed = 0;
        for (int i = 0; i < repetitions; ++i) {
            std::ranges::generate(a, [&] { return first(random); });
            std::ranges::generate(b, [&] { return second(random); });
            missed += welch_interval(a, b, confidence)->contains(5) ? 0 : 1;
        }
        const double expected = repetitions * (1 - confidence);
        EXPECT_LE(missed, expected + 5 * std::sqrt(expected)) << before << " and " << after;
    }
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

TEST(welch_p_value, is_zero_or_one_for_values_that_do_not_scatter) {
    const std::vector<double> ones(6, 1.0);
    EXPECT_EQ(welch_p_value(ones, std::vector<double>(4, 1.0)), 1);
    EXPECT_EQ(welch_p_value(ones, std::vector<double>(4, 1.5)), 0);
}
