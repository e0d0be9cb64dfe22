// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/sign_test.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using tollgate::stats::sign_test;
using tollgate::stats::sign_test_result;

TEST(sign_test, without_pairs_claims_nothing) {
    const sign_test_result result = sign_test({}, 0.95);
    EXPECT_EQ(result.median, 0);
    EXPECT_FALSE(result.range);
    EXPECT_EQ(result.pairs, 0U);
    EXPECT_EQ(result.p_value, 1);
    EXPECT_FALSE(result.resolved());
}

TEST(sign_test, counts_signs_and_splits_out_ties) {
    const sign_test_result result = sign_test(std::vector<double>{0, 3, -1, -0.0, 2, 5, 0}, 0.95);
    EXPECT_EQ(result.pairs, 7U);
    EXPECT_EQ(result.negative, 1U);
    EXPECT_EQ(result.ties, 3U);
    EXPECT_EQ(result.positive, 3U);
    EXPECT_EQ(result.median, 0);
    // Of four untied pairs at most one is on the thin side: 2 (1 + 4) / 16.
    EXPECT_DOUBLE_EQ(result.p_value, 0.625);
}

// Eight of ten: 2 (1 + 10 + 45) / 1024 = 0.109375, in any table of the sign test.
TEST(sign_test, p_value_is_the_exact_two_sided_one) {
    std::vector<double> differences{1, 2, 3, 4, 5, 6, 7, 8, -1, -2};
    EXPECT_NEAR(sign_test(differences, 0.95).p_value, 0.109375, 1e-14);
    for (double& each : differences) {
        each = -each;
    }
    EXPECT_NEAR(sign_test(differences, 0.95).p_value, 0.109375, 1e-14);
}

TEST(sign_test, even_signs_have_p_value_one) {
    EXPECT_EQ(sign_test(std::vector<double>{-1, 1}, 0.95).p_value, 1);
    EXPECT_EQ(sign_test(std::vector<double>{-2, -1, 1, 2}, 0.95).p_value, 1);
    EXPECT_EQ(sign_test(std::vector<double>{0, 0, 0}, 0.95).p_value, 1);
}

TEST(sign_test, six_of_one_sign_resolve_five_do_not) {
    const sign_test_result six = sign_test(std::vector<double>{3, 1, 2, 6, 5, 4}, 0.95);
    EXPECT_EQ(six.median, 3.5);
    ASSERT_TRUE(six.range);
    EXPECT_EQ(six.range->low, 1);
    EXPECT_EQ(six.range->high, 6);
    EXPECT_NEAR(six.range->confidence, 0.96875, 1e-12);
    EXPECT_NEAR(six.p_value, 0.03125, 1e-14); // 2 / 64
    EXPECT_TRUE(six.resolved());
    const sign_test_result five = sign_test(std::vector<double>{1, 2, 3, 4, 5}, 0.95);
    EXPECT_FALSE(five.range);
    EXPECT_FALSE(five.resolved());
}

TEST(sign_test, an_interval_that_touches_zero_is_not_resolved) {
    EXPECT_FALSE(sign_test(std::vector<double>{0, 1, 2, 3, 4, 5}, 0.95).resolved());
    EXPECT_FALSE(sign_test(std::vector<double>(20, 0.0), 0.95).resolved());
    EXPECT_TRUE(sign_test(std::vector<double>{-6, -1, -2, -3, -4, -5}, 0.95).resolved());
}

TEST(sign_test, infinite_log_ratios_are_just_signs) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const sign_test_result result = sign_test(std::vector<double>(6, infinity), 0.95);
    EXPECT_EQ(result.median, infinity);
    EXPECT_EQ(result.positive, 6U);
    EXPECT_TRUE(result.resolved());
}

// Two equal things, compared over and over: at most 5 % may claim a difference, here with five
// standard deviations of tolerance, sqrt(0.05 * 0.95 / 4000) each.
TEST(sign_test, equal_alternatives_are_rarely_told_apart) {
    constexpr int repetitions = 4000;
    std::mt19937_64 random(7);
    std::student_t_distribution<> noise(2);
    for (const std::size_t rounds : {6U, 12U, 30U}) {
        int claims = 0;
        std::vector<double> differences(rounds);
        for (int i = 0; i < repetitions; ++i) {
            std::ranges::generate(differences, [&] { return noise(random); });
            claims += sign_test(differences, 0.95).resolved() ? 1 : 0;
        }
        const double tolerance = 5 * std::sqrt(0.05 * 0.95 / repetitions);
        EXPECT_LE(claims / double{repetitions}, 0.05 + tolerance) << rounds;
    }
}
