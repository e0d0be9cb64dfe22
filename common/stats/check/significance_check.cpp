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
using tollgate::stats::signed_rank_result;

namespace {

/// Compares equal alternatives again and again. At most 5 % may claim a difference, with five
/// standard deviations of tolerance.
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

namespace {

/// The number of sign patterns, of 2^n, with a rank sum of at most `most`, counted one by one.
std::uint64_t patterns_at_most(unsigned n, unsigned most) {
    std::uint64_t patterns = 0;
    for (std::uint32_t signs = 0; signs < (1U << n); ++signs) {
        unsigned sum = 0;
        for (std::uint32_t left = signs; left != 0; left &= left - 1) {
            sum += static_cast<unsigned>(std::countr_zero(left)) + 1;
        }
        patterns += sum <= most ? 1 : 0;
    }
    return patterns;
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
TEST(signed_rank, matches_the_example_of_the_textbook) {
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

TEST(signed_rank, needs_six_pairs_for_95_per_cent) {
    EXPECT_FALSE(signed_rank({}, 0.95).range);
    EXPECT_FALSE(signed_rank(whole_numbers(5), 0.95).range);
    EXPECT_TRUE(signed_rank(whole_numbers(6), 0.95).range);
}

// Compares every confidence that twelve pairs can have with a count of all 4096 patterns.
TEST(signed_rank, confidence_equals_counting_all_sign_patterns) {
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

TEST(signed_rank, rarely_claims_a_difference_of_equal_alternatives) {
    for (const std::size_t pairs : {6U, 20U}) {
        expect_few_false_claims(2000, pairs, [](const std::vector<double>& differences) {
            return !signed_rank(differences, 0.95).range->contains(0);
        });
    }
}
