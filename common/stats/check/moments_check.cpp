// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/moments.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using tollgate::stats::mean;
using tollgate::stats::standard_deviation;

// Sum 40, mean 5; squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, over 7.
TEST(moments, small_case_by_hand) {
    const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
    EXPECT_DOUBLE_EQ(mean(values), 5);
    EXPECT_DOUBLE_EQ(standard_deviation(values), std::sqrt(32.0 / 7));
}

TEST(moments, fewer_than_two_values_do_not_deviate) {
    EXPECT_EQ(mean(std::vector<double>{3}), 3);
    EXPECT_EQ(standard_deviation(std::vector<double>{3}), 0);
    EXPECT_EQ(standard_deviation({}), 0);
}

TEST(moments, equal_values_are_their_own_mean_and_do_not_deviate) {
    const std::vector<double> values(1000, 0.1);
    EXPECT_EQ(mean(values), 0.1);
    EXPECT_EQ(standard_deviation(values), 0);
}

// NIST's NumAcc4: 10000000.2, then 500 pairs of 10000000.1 and 10000000.3; certified mean
// 10000000.2 and deviation 0.1. The values themselves are rounded to 2e-9.
TEST(moments, small_deviation_of_large_values_survives) {
    std::vector<double> values{10'000'000.2};
    for (int i = 0; i < 500; ++i) {
        values.push_back(10'000'000.1);
        values.push_back(10'000'000.3);
    }
    EXPECT_NEAR(mean(values), 10'000'000.2, 4e-9);
    EXPECT_NEAR(standard_deviation(values), 0.1, 4e-9);
}
