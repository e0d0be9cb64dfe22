// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/signed_rank.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

using tollgate::stats::signed_rank;
using tollgate::stats::signed_rank_pairs_needed;
using tollgate::stats::signed_rank_result;

namespace {

/// How many of the 2^n sign patterns give a rank sum of at most `most`, one by one.
std::uint64_t patterns_at_most(unsigned n, unsigned most) {
    std::uint64_t found = 0;
    for (std::uint32_t signs = 0; signs < (1U << n); ++signs) {
        unsigned sum = 0;
        for (std::uint32_t left = signs; left != 0; left &= left - 1) {
            sum += static_cast<unsigned>(std::countr_zero(left)) + 1;
        }
        found += sum <= most ? 1 : 0;
    }
    return found;
}

std::vector<double> whole_numbers(std::size_t n) {
    std::vector<double> values(n);
    for (std::size_t i = 0; i < n; ++i) {
        values[i] = static_cast<double>(i + 1);
    }
    return values;
}

} // namespace

TEST(signed_rank, without_differences_claims_nothing) {
    const signed_rank_result result = signed_rank({}, 0.95);
    EXPECT_EQ(result.estimate, 0);
    EXPECT_FALSE(result.range);
    EXPECT_EQ(result.pairs, 0U);
}

// Hollander and Wolfe's example 3.1, nine patients before and after a therapy: the estimate is
// -0.46, and the interval (-0.786, -0.010) has 1 - 0.039.
TEST(signed_rank, the_example_of_the_textbook) {
    const std::vector<double> differences{-0.952, 0.147,  -1.022, -0.430, -0.620,
                                          -0.590, -0.490, 0.080,  -0.010};
    const signed_rank_result result = signed_rank(differences, 0.95);
    EXPECT_EQ(result.pairs, 9U);
    EXPECT_NEAR(result.estimate, -0.46, 1e-12);
    ASSERT_TRUE(result.range);
    EXPECT_NEAR(result.range->low, -0.786, 1e-12);
    EXPECT_NEAR(result.range->high, -0.010, 1e-12);
    EXPECT_NEAR(result.range->confidence, 1 - 0.0390625, 1e-12);
}

TEST(signed_rank, six_pairs_give_95_percent_and_five_do_not) {
    const signed_rank_result six = signed_rank(std::vector<double>{3, 1, 2, 6, 5, 4}, 0.95);
    ASSERT_TRUE(six.range);
    EXPECT_EQ(six.range->low, 1);
    EXPECT_EQ(six.range->high, 6);
    EXPECT_NEAR(six.range->confidence, 1 - 2 / 64.0, 1e-12);
    EXPECT_EQ(six.estimate, 3.5);
    EXPECT_FALSE(signed_rank(std::vector<double>{1, 2, 3, 4, 5}, 0.95).range);
}

TEST(signed_rank, says_how_many_pairs_a_confidence_needs) {
    EXPECT_EQ(signed_rank_pairs_needed(0.95), 6U);
    EXPECT_EQ(signed_rank_pairs_needed(1 - 2 / 64.0), 6U);
    for (const double rows : {1.0, 5.0, 14.0, 60.0, 400.0}) {
        const double confidence = 1 - 0.05 / rows;
        const std::size_t needed = signed_rank_pairs_needed(confidence);
        EXPECT_TRUE(signed_rank(whole_numbers(needed), confidence).range) << rows;
        EXPECT_FALSE(signed_rank(whole_numbers(needed - 1), confidence).range) << rows;
    }
}

// Every confidence that twelve pairs can have, against counting all 4096 patterns.
TEST(signed_rank, confidence_is_that_of_counting_all_sign_patterns) {
    constexpr unsigned n = 12;
    const std::vector<double> values = whole_numbers(n);
    for (unsigned most = 0; most < 30; ++most) {
        const double missed = 2 * static_cast<double>(patterns_at_most(n, most)) / (1U << n);
        const auto range = signed_rank(values, 1 - missed).range;
        ASSERT_TRUE(range) << most;
        EXPECT_NEAR(range->confidence, 1 - missed, 1e-12) << most;
        const auto wider = signed_rank(values, 1 - missed * 0.999).range;
        EXPECT_TRUE(!wider || wider->confidence > range->confidence) << most;
    }
}

TEST(signed_rank, beyond_the_exact_ones_the_interval_goes_on_as_before) {
    const std::size_t most = signed_rank_result::exact_pairs;
    for (const double confidence : {0.95, 0.999}) {
        const auto exact = signed_rank(whole_numbers(most), confidence).range;
        const auto normal = signed_rank(whole_numbers(most + 1), confidence).range;
        ASSERT_TRUE(exact && normal);
        EXPECT_NEAR(normal->half_width(), exact->half_width(), 0.6);
        EXPECT_NEAR(normal->low + normal->high, static_cast<double>(most + 2), 1e-9);
        EXPECT_GE(normal->confidence, confidence);
    }
}

TEST(signed_rank, a_wild_pair_among_many_moves_little) {
    std::vector<double> values = whole_numbers(20);
    const signed_rank_result quiet = signed_rank(values, 0.95);
    values.back() = 1e9;
    const signed_rank_result wild = signed_rank(values, 0.95);
    EXPECT_NEAR(wild.estimate, quiet.estimate, 1);
    EXPECT_LT(wild.range->high, 20);
}

TEST(signed_rank, of_equal_differences_is_a_point) {
    const signed_rank_result result = signed_rank(std::vector<double>(10, 0.25), 0.95);
    ASSERT_TRUE(result.range);
    EXPECT_EQ(result.estimate, 0.25);
    EXPECT_EQ(result.range->low, 0.25);
    EXPECT_EQ(result.range->high, 0.25);
}

// Two equal things, compared over and over, at the confidence of one of many comparisons, too.
TEST(signed_rank, equal_alternatives_are_told_apart_as_rarely_as_it_says) {
    constexpr int repetitions = 2000;
    std::mt19937_64 random(7);
    std::student_t_distribution<> noise(2);
    for (const std::size_t pairs : {6U, 20U, 70U}) {
        int claims = 0;
        std::vector<double> differences(pairs);
        for (int i = 0; i < repetitions; ++i) {
            std::ranges::generate(differences, [&] { return noise(random); });
            claims += signed_rank(differences, 0.95).range->contains(0) ? 0 : 1;
        }
        const double tolerance = 5 * std::sqrt(0.05 * 0.95 / repetitions);
        EXPECT_LE(claims / double{repetitions}, 0.05 + tolerance) << pairs;
    }
}
