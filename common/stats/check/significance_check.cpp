// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/holm.hpp>
#include <tollgate/stats/sign_test.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using tollgate::stats::holm;
using tollgate::stats::sign_test;
using tollgate::stats::sign_test_result;
using tollgate::stats::signed_rank;
using tollgate::stats::signed_rank_pairs_needed;
using tollgate::stats::signed_rank_result;

namespace {

/// Two equal things, compared over and over: at most 5 % may claim a difference, with five standard
/// deviations of tolerance.
template <class Claims>
void expect_few_false_claims(int repetitions, std::size_t pairs, Claims claims) {
    std::mt19937_64 random(7);
    std::student_t_distribution<> noise(2);
    int claimed = 0;
    std::vector<double> differences(pairs);
    for (int i = 0; i < repetitions; ++i) {
        std::ranges::generate(differences, [&] { return noise(random); });
        claimed += claims(differences) ? 1 : 0;
    }
    const double tolerance = 5 * std::sqrt(0.05 * 0.95 / repetitions);
    EXPECT_LE(static_cast<double>(claimed) / repetitions, 0.05 + tolerance) << pairs;
}

} // namespace

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
    for (double& difference : differences) {
        difference = -difference;
    }
    EXPECT_NEAR(sign_test(differences, 0.95).p_value, 0.109375, 1e-14);
    EXPECT_EQ(sign_test(std::vector<double>{-2, -1, 1, 2}, 0.95).p_value, 1);
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
    EXPECT_FALSE(sign_test({}, 0.95).resolved());
    EXPECT_EQ(sign_test({}, 0.95).p_value, 1);
}

TEST(sign_test, equal_alternatives_are_rarely_told_apart) {
    for (const std::size_t rounds : {6U, 12U, 30U}) {
        expect_few_false_claims(4000, rounds, [](const std::vector<double>& differences) {
            return sign_test(differences, 0.95).resolved();
        });
    }
}

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

TEST(signed_rank, says_how_many_pairs_a_confidence_needs) {
    EXPECT_FALSE(signed_rank({}, 0.95).range);
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

TEST(signed_rank, equal_alternatives_are_told_apart_as_rarely_as_it_says) {
    for (const std::size_t pairs : {6U, 20U, 70U}) {
        expect_few_false_claims(2000, pairs, [](const std::vector<double>& differences) {
            return !signed_rank(differences, 0.95).range->contains(0);
        });
    }
}

// 0.01 × 4, 0.02 × 3, 0.02 × 2 that must not fall below 0.06, and 0.5 × 1.
TEST(holm, four_by_hand) {
    const std::vector<double> found = holm(std::vector<double>{0.5, 0.02, 0.01, 0.02});
    ASSERT_EQ(found.size(), 4U);
    EXPECT_NEAR(found[0], 0.5, 1e-15);
    EXPECT_NEAR(found[1], 0.06, 1e-15);
    EXPECT_NEAR(found[2], 0.04, 1e-15);
    EXPECT_NEAR(found[3], 0.06, 1e-15);
    EXPECT_EQ(holm(std::vector<double>{0.9, 0.8, 1}), (std::vector<double>{1, 1, 1}));
    EXPECT_TRUE(holm({}).empty());
}

TEST(holm, families_without_a_difference_claim_as_rarely_as_they_say) {
    constexpr int repetitions = 4000;
    std::mt19937_64 random(3);
    std::uniform_real_distribution<> draw(0, 1);
    int claims = 0;
    std::vector<double> p_values(20);
    for (int i = 0; i < repetitions; ++i) {
        std::ranges::generate(p_values, [&] { return draw(random); });
        claims += std::ranges::min(holm(p_values)) <= 0.05 ? 1 : 0;
    }
    // 0.049 is expected, and 0.64 without the correction.
    EXPECT_GT(claims, repetitions * 0.035);
    EXPECT_LT(claims, repetitions * 0.065);
}
