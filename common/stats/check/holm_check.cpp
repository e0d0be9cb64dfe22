// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/holm.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using tollgate::stats::holm;

TEST(holm, of_nothing_is_nothing) {
    EXPECT_TRUE(holm({}).empty());
}

TEST(holm, of_one_is_itself) {
    EXPECT_EQ(holm(std::vector<double>{0.03}), std::vector<double>{0.03});
}

// 0.01 × 4, 0.02 × 3, 0.02 × 2 that must not fall below 0.06, and 0.5 × 1.
TEST(holm, four_by_hand) {
    const std::vector<double> found = holm(std::vector<double>{0.5, 0.02, 0.01, 0.02});
    ASSERT_EQ(found.size(), 4U);
    EXPECT_NEAR(found[0], 0.5, 1e-15);
    EXPECT_NEAR(found[1], 0.06, 1e-15);
    EXPECT_NEAR(found[2], 0.04, 1e-15);
    EXPECT_NEAR(found[3], 0.06, 1e-15);
}

TEST(holm, is_never_above_one) {
    EXPECT_EQ(holm(std::vector<double>{0.9, 0.8, 1}), (std::vector<double>{1, 1, 1}));
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
