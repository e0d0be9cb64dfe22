// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/design.hpp>

#include <gmock/gmock.h>

#include <bit>
#include <set>
#include <vector>

namespace tollgate::explain {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

/// What a case costs whose factors take these off, each pair of which overlaps by so much.
std::vector<double> values_of(const std::vector<factor_set>& runs, const std::vector<double>& off,
                              double overlap) {
    std::vector<double> values;
    for (const factor_set set : runs) {
        double value = 100;
        for (std::size_t i = 0; i < off.size(); ++i) {
            value -= ((set >> i) & 1U) != 0 ? off[i] : 0;
        }
        const int on = std::popcount(set);
        values.push_back(value + overlap * on * (on - 1) / 2);
    }
    return values;
}

TEST(factorial_runs, are_all_sets_of_up_to_four_factors) {
    EXPECT_THAT(factorial(0), ElementsAre(0));
    EXPECT_THAT(factorial(1), ElementsAre(0, 1));
    EXPECT_THAT(factorial(2), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(factorial(4), SizeIs(16));
}

TEST(factorial_runs, of_five_are_a_half_in_which_each_pair_of_settings_is_there_equally_often) {
    const std::vector<factor_set> runs = factorial(5);
    EXPECT_THAT(runs, SizeIs(16));
    EXPECT_EQ(runs.front(), 0U);
    EXPECT_EQ(std::set(runs.begin(), runs.end()).size(), 16U);
    for (std::size_t one = 0; one < 5; ++one) {
        for (std::size_t other = 0; other < one; ++other) {
            int both = 0;
            for (const factor_set set : runs) {
                both += static_cast<int>((set >> one) & (set >> other) & 1U);
            }
            EXPECT_EQ(both, 4) << one << " and " << other;
        }
    }
}

TEST(shares, of_effects_that_do_not_overlap_are_the_effects) {
    for (const std::vector<double>& off : {std::vector<double>{7}, std::vector<double>{7, 3, 1, 20},
                                           std::vector<double>{7, 3, 1, 20, 4}}) {
        const std::vector<factor_set> runs = factorial(off.size());
        const std::vector<double> values = values_of(runs, off, 0);
        for (std::size_t i = 0; i < off.size(); ++i) {
            EXPECT_DOUBLE_EQ(share_of(i, runs, values), off[i]);
            for (std::size_t j = 0; j < i; ++j) {
                EXPECT_NEAR(overlap_of(i, j, runs, values), 0, 1e-12);
            }
        }
    }
}

TEST(shares, of_two_that_take_off_the_same_are_its_halves) {
    const std::vector<factor_set> runs = factorial(2);
    const std::vector<double> values{100, 88, 88, 88};
    EXPECT_DOUBLE_EQ(share_of(0, runs, values), 6);
    EXPECT_DOUBLE_EQ(share_of(1, runs, values), 6);
    EXPECT_DOUBLE_EQ(overlap_of(0, 1, runs, values), 12);
}

TEST(shares, add_up_to_what_all_take_off_where_pairs_overlap) {
    for (const std::vector<double>& off :
         {std::vector<double>{9, 8, 7}, std::vector<double>{9, 8, 7, 6},
          std::vector<double>{20, 19, 18, 17, 16}}) {
        const std::vector<factor_set> runs = factorial(off.size());
        const std::vector<double> values = values_of(runs, off, 2);
        double sum = 0;
        double together = 0;
        for (std::size_t i = 0; i < off.size(); ++i) {
            sum += share_of(i, runs, values);
            together += off[i];
            for (std::size_t j = 0; j < i; ++j) {
                EXPECT_NEAR(overlap_of(i, j, runs, values), 2, 1e-9);
                together -= 2;
            }
        }
        EXPECT_NEAR(sum, together, 1e-9);
    }
}

} // namespace
} // namespace tollgate::explain
