// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/line_fit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

using tollgate::stats::fit_line;
using tollgate::stats::line;
using tollgate::stats::point;

TEST(line_fit, goes_through_two_points) {
    const line fit = fit_line(std::vector<point>{{1, 5}, {3, 11}});
    EXPECT_EQ(fit.slope, 3);
    EXPECT_EQ(fit.intercept, 2);
}

TEST(line_fit, finds_an_exact_line_in_any_order) {
    const line fit = fit_line(std::vector<point>{{8, 68}, {1, 12}, {32, 260}, {2, 20}, {16, 132}});
    EXPECT_EQ(fit.slope, 8);
    EXPECT_EQ(fit.intercept, 4);
}

// Slopes of (0,0) (1,1) (2,4): 1, 2, 3. Intercepts with slope 2: 0, -1, 0.
TEST(line_fit, takes_the_median_of_slopes_and_of_intercepts) {
    const line fit = fit_line(std::vector<point>{{0, 0}, {1, 1}, {2, 4}});
    EXPECT_EQ(fit.slope, 2);
    EXPECT_EQ(fit.intercept, 0);
}

// t = 10 + 50 k. The wrong point takes part in 5 of 15 slopes, which leaves 10 equal ones.
TEST(line_fit, ignores_any_one_wrong_point_of_six) {
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
TEST(line_fit, points_with_equal_x_make_no_slope_with_each_other) {
    const line fit = fit_line(std::vector<point>{{1, 1}, {1, 3}, {2, 4}});
    EXPECT_EQ(fit.slope, 2);
    EXPECT_EQ(fit.intercept, 0);
}

TEST(line_fit, of_equal_values_is_level) {
    const line fit = fit_line(std::vector<point>{{1, 7}, {2, 7}, {4, 7}, {8, 7}});
    EXPECT_EQ(fit.slope, 0);
    EXPECT_EQ(fit.intercept, 7);
}

TEST(line_fit, a_tenth_of_heavy_outliers_does_not_show) {
    std::mt19937_64 random(11);
    std::normal_distribution<> noise(0, 1);
    std::bernoulli_distribution disturbed(0.1);
    std::vector<point> points;
    for (int i = 0; i < 20; ++i) {
        for (const double k : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
            points.push_back({k, 20 + 60 * k + noise(random) + (disturbed(random) ? 1e4 : 0)});
        }
    }
    const line fit = fit_line(points);
    EXPECT_NEAR(fit.slope, 60, 0.1);
    EXPECT_NEAR(fit.intercept, 20, 1);
}
