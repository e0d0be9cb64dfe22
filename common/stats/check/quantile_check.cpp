// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/quantile.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <vector>

using tollgate::stats::median;
using tollgate::stats::quantile;
using tollgate::stats::samples_needed;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

} // namespace

TEST(quantile, lies_linearly_between_order_statistics) {
    const std::vector<double> values{10, 20, 40, 80};
    // The position is 3 p.
    EXPECT_DOUBLE_EQ(quantile(values, 0), 10);
    EXPECT_DOUBLE_EQ(quantile(values, 0.25), 17.5);  // 0.75: 10 + 0.75 * 10
    EXPECT_DOUBLE_EQ(quantile(values, 0.5), 30);     // 1.5:  20 + 0.5 * 20
    EXPECT_DOUBLE_EQ(quantile(values, 0.9), 68);     // 2.7:  40 + 0.7 * 40
    EXPECT_DOUBLE_EQ(quantile(values, 1.0 / 3), 20); // 1
    EXPECT_DOUBLE_EQ(quantile(values, 1), 80);
}

// R: quantile(1:10, c(.05, .25, .95), type = 7) is 1.45, 3.25, 9.55.
TEST(quantile, agrees_with_type_7_of_r) {
    const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    EXPECT_DOUBLE_EQ(quantile(values, 0.05), 1.45);
    EXPECT_DOUBLE_EQ(quantile(values, 0.25), 3.25);
    EXPECT_DOUBLE_EQ(quantile(values, 0.95), 9.55);
}

TEST(quantile, of_a_single_value_is_that_value) {
    const std::vector<double> values{-7};
    for (const double p : {0.0, 0.3, 1.0}) {
        EXPECT_EQ(quantile(values, p), -7);
    }
}

TEST(quantile, of_equal_values_is_exactly_that_value) {
    const std::vector<double> values(7, 0.1);
    for (int percent = 0; percent <= 100; ++percent) {
        EXPECT_EQ(quantile(values, percent / 100.0), 0.1);
    }
}

TEST(quantile, survives_infinite_and_huge_values) {
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
    EXPECT_EQ(samples_needed(0.25), 40U);
    EXPECT_EQ(samples_needed(0.9), 100U);
    EXPECT_EQ(samples_needed(0.95), 200U);
    EXPECT_EQ(samples_needed(0.99), 1'000U);
    EXPECT_EQ(samples_needed(0.999), 10'000U);
    EXPECT_EQ(samples_needed(0.9999), 100'000U);
    EXPECT_EQ(samples_needed(0.999'999), 10'000'000U);
    EXPECT_EQ(samples_needed(0.1), samples_needed(0.9));
    EXPECT_EQ(samples_needed(0.01), samples_needed(0.99));
    EXPECT_EQ(samples_needed(0.3), 34U); // 33.3
}

TEST(samples_needed, no_number_is_enough_for_an_extreme) {
    EXPECT_EQ(samples_needed(0), never);
    EXPECT_EQ(samples_needed(1), never);
    EXPECT_EQ(samples_needed(1e-300), never);
}
