// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/design.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <random>
#include <vector>

namespace tollgate::explain {
namespace {

/// The costs of a case whose factors take `off` off; each pair of them overlaps by `overlap`.
std::vector<double> values_of(const std::vector<double>& off, double overlap) {
    std::vector<double> values;
    for (factor_set set = 0; set < runs_of(off.size()); ++set) {
        double value = 100;
        for (std::size_t i = 0; i < off.size(); ++i) {
            value -= ((set >> i) & 1U) != 0 ? off[i] : 0;
        }
        const int on = std::popcount(set);
        values.push_back(value + overlap * on * (on - 1) / 2);
    }
    return values;
}

TEST(shares, of_effects_are_less_by_half_of_what_pairs_of_them_overlap) {
    for (const double overlap : {0, 2}) {
        for (const std::vector<double>& off :
             {std::vector<double>{7}, std::vector<double>{9, 8, 7},
              std::vector<double>{7, 3, 1, 20}, std::vector<double>{7, 3, 1, 20, 4}}) {
            const std::vector<double> values = values_of(off, overlap);
            const double shared = overlap * static_cast<double>(off.size() - 1) / 2;
            for (std::size_t i = 0; i < off.size(); ++i) {
                EXPECT_NEAR(share_of(i, values), off[i] - shared, 1e-12);
                EXPECT_DOUBLE_EQ(effect_of(i, values), off[i]);
                for (std::size_t j = 0; j < i; ++j) {
                    EXPECT_NEAR(overlap_of(i, j, values), overlap, 1e-12);
                }
            }
        }
    }
}

TEST(shares, of_what_several_take_off_only_once_are_equal_parts_of_it) {
    for (std::size_t factors = 1; factors <= most_factors; ++factors) {
        std::vector<double> values(runs_of(factors), 20);
        values[0] = 100;
        for (std::size_t i = 0; i < factors; ++i) {
            EXPECT_NEAR(share_of(i, values), 80.0 / static_cast<double>(factors), 1e-12);
            for (std::size_t j = 0; j < i; ++j) {
                EXPECT_DOUBLE_EQ(overlap_of(i, j, values), 80);
            }
        }
    }
}

TEST(shares, add_up_to_what_all_take_off_whatever_the_values_are) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> any(0, 100);
    for (std::size_t factors = 1; factors <= most_factors; ++factors) {
        std::vector<double> values(runs_of(factors));
        std::generate(values.begin(), values.end(), [&] { return any(random); });
        double sum = 0;
        for (std::size_t i = 0; i < factors; ++i) {
            sum += share_of(i, values);
        }
        EXPECT_NEAR(sum, values.front() - values.back(), 1e-9);
    }
}

} // namespace
} // namespace tollgate::explain
