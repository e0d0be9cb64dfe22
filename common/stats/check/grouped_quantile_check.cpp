// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/grouped_quantile.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace tollgate::stats {
namespace {

/// Groups of values with a lognormal distribution; the logarithm of a group's own factor has the
/// standard deviation `between`.
std::vector<histogram> drawn(std::mt19937_64& random, std::size_t groups, int values,
                             double between) {
    std::normal_distribution<double> normal;
    std::vector<histogram> all(groups);
    for (histogram& group : all) {
        const double shift = 10 + between * normal(random);
        for (int i = 0; i < values; ++i) {
            group.add(static_cast<std::int64_t>(std::exp(shift + 0.3 * normal(random))));
        }
    }
    return all;
}

/// The share of intervals that miss the true quantile.
double share_of_misses(double p, double z, std::size_t groups, int values, double between) {
    constexpr int worlds = 1'000;
    std::mt19937_64 random(7);
    const double truth = std::exp(10 + z * std::hypot(0.3, between));
    int misses = 0;
    for (int world = 0; world < worlds; ++world) {
        const auto range =
            grouped_quantile_interval(drawn(random, groups, values, between), p, 0.95);
        misses += range && !range->contains(truth) ? 1 : 0;
    }
    return static_cast<double>(misses) / worlds;
}

// A thousand worlds with the true share 0.05 show more than 0.07 once in 300 times; the random
// numbers are fixed.
TEST(grouped_quantile, misses_the_quantile_in_at_most_five_per_cent_if_groups_differ) {
    EXPECT_LE(share_of_misses(0.5, 0, 9, 150, 0.2), 0.07);
    EXPECT_LE(share_of_misses(0.99, 2.3263, 9, 400, 0.15), 0.07);
}

TEST(grouped_quantile, is_near_the_quantile_of_many_values) {
    std::mt19937_64 random(7);
    const auto range = grouped_quantile_interval(drawn(random, 9, 20'000, 0), 0.99, 0.95);
    ASSERT_TRUE(range);
    const double truth = std::exp(10 + 2.3263 * 0.3);
    EXPECT_GT(range->low, 0.97 * truth);
    EXPECT_LT(range->high, 1.03 * truth);
}

TEST(grouped_quantile, has_no_interval_from_one_group_or_too_few_values) {
    std::mt19937_64 random(7);
    EXPECT_FALSE(grouped_quantile_interval(drawn(random, 1, 10'000, 0), 0.5, 0.95));
    EXPECT_FALSE(grouped_quantile_interval(drawn(random, 9, 10, 0), 0.99, 0.95));
}

} // namespace
} // namespace tollgate::stats
