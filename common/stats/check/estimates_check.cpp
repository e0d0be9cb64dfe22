// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/line_fit.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

using tollgate::stats::fit_line;
using tollgate::stats::line;
using tollgate::stats::mean;
using tollgate::stats::median;
using tollgate::stats::point;
using tollgate::stats::quantile;
using tollgate::stats::samples_needed;
using tollgate::stats::standard_deviation;

// Sum 40, mean 5; squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, over 7.
TEST(moments, small_case_by_hand) {
    const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
    EXPECT_DOUBLE_EQ(mean(values), 5);
    EXPECT_DOUBLE_EQ(standard_deviation(values), std::sqrt(32.0 / 7));
}

TEST(moments, deviation_of_fewer_than_two_values_is_zero) {
    EXPECT_EQ(mean(std::vector<double>{3}), 3);
    EXPECT_EQ(standard_deviation(std::vector<double>{3}), 0);
    EXPECT_EQ(standard_deviation({}), 0);
}

TEST(moments, equal_values_have_an_exact_mean_and_no_deviation) {
    const std::vector<double> values(1000, 0.1);
    EXPECT_EQ(mean(values), 0.1);
    EXPECT_EQ(standard_deviation(values), 0);
}

// NIST's NumAcc4: 10000000.2, then 500 pairs of 10000000.1 and 10000000.3; certified mean
// 10000000.2 and deviation 0.1. The values themselves are rounded to 2e-9.
TEST(moments, small_deviation_of_large_values_is_precise) {
    std::vector<double> values{10'000'000.2};
    for (int i = 0; i < 500; ++i) {
        values.push_back(10'000'000.1);
        values.push_back(10'000'000.3);
    }
    EXPECT_NEAR(mean(values), 10'000'000.2, 4e-9);
    EXPECT_NEAR(standard_deviation(values), 0.1, 4e-9);
}

TEST(quantile, is_linear_between_order_statistics) {
    const std::vector<double> values{10, 20, 40, 80};
    // The position is 3 p.
    EXPECT_DOUBLE_EQ(quantile(values, 0), 10);
    EXPECT_DOUBLE_EQ(quantile(values, 0.25), 17.5);  // 0.75: 10 + 0.75 * 10
    EXPECT_DOUBLE_EQ(quantile(values, 0.5), 30);     // 1.5:  20 + 0.5 * 20
    EXPECT_DOUBLE_EQ(quantile(values, 0.9), 68);     // 2.7:  40 + 0.7 * 40
    EXPECT_DOUBLE_EQ(quantile(values, 1.0 / 3), 20); // 1
    EXPECT_DOUBLE_EQ(quantile(values, 1), 80);
}

TEST(quantile, of_equal_values_is_exactly_that_value) {
    const std::vector<double> values(7, 0.1);
    for (int percent = 0; percent <= 100; ++percent) {
        EXPECT_EQ(quantile(values, percent / 100.0), 0.1);
    }
}

TEST(quantile, accepts_infinite_and_huge_values) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> infinite{-infinity, -infinity, 0, infinity, infinity};
    EXPECT_EQ(quantile(infinite, 0.1), -infinity);
    EXPECT_EQ(quantile(infinite, 0.5), 0);
    EXPECT_EQ(quantile(infinite, 0.9), infinity);
    const double huge = std::numeric_limits<double>::max();
    EXPECT_EQ(quantile(std::vector<double>{-huge, huge}, 0.5), 0);
}

TEST(median, sorts_and_takes_the_middle_or_the_mean_of_both) {
    EXPECT_EQ(median({5}), 5);
    EXPECT_EQ(median({9, 1, 5}), 5);
    EXPECT_EQ(median({9, 1, 4, 6}), 5);
}

TEST(samples_needed, is_ten_over_the_thinner_side) {
    EXPECT_EQ(samples_needed(0.5), 20U);
    EXPECT_EQ(samples_needed(0.01), 1'000U);
    EXPECT_EQ(samples_needed(0.99), 1'000U);
    EXPECT_EQ(samples_needed(0.999), 10'000U);
    EXPECT_EQ(samples_needed(0.3), 34U); // 33.3
}

// Slopes of (0,0) (1,1) (2,4): 1, 2, 3. Intercepts with slope 2: 0, -1, 0.
TEST(line_fit, takes_the_median_of_slopes_and_of_intercepts) {
    const line fit = fit_line(std::vector<point>{{0, 0}, {1, 1}, {2, 4}});
    EXPECT_EQ(fit.slope, 2);
    EXPECT_EQ(fit.intercept, 0);
}

// t = 10 + 50 k. The wrong point takes part in 5 of 15 slopes, which leaves 10 equal ones.
TEST(line_fit, ignores_a_wrong_point_of_six) {
    const std::vector<double> operations{1, 2, 4, 8, 16, 32};
    for (std::size_t wrong = 0; wrong < operations.size(); ++wrong) {
        for (const double error : {-1e6, 1e6}) {
            std::vector<point> points;
            points.reserve(operations.size());
            for (const double k : operations) {
                points.push_back({k, 10 + 50 * k});
            }
            points[wrong].y += error;
            const line fit = fit_line(points);
            EXPECT_EQ(fit.slope, 50) << wrong;
            EXPECT_EQ(fit.intercept, 10) << wrong;
        }
    }
}

// (1,1) (1,3) (2,4): slopes 3 and 1, intercepts with slope 2: -1, 1, 0.
TEST(line_fit, ignores_slopes_between_points_with_equal_x) {
    const line fit = fit_line(std::vector<point>{{1, 1}, {1, 3}, {2, 4}});
    EXPECT_EQ(fit.slope, 2);
    EXPECT_EQ(fit.intercept, 0);
}
