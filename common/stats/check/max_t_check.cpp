// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/max_t.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

using tollgate::stats::max_t;
using tollgate::stats::max_t_columns_needed;
using tollgate::stats::max_t_result;
using tollgate::stats::max_t_row;

namespace {

using family = std::vector<max_t_row>;

/// Rows of noise around 0. `together` is the common share of the deviation of a column's rows.
family rows_of(std::size_t rows, std::size_t columns, double together,
               const std::function<double()>& noise) {
    family result(rows, max_t_row(columns));
    for (std::size_t column = 0; column < columns; ++column) {
        const double common = noise();
        for (max_t_row& row : result) {
            row[column] = together * common + (1 - together) * noise();
        }
    }
    return result;
}

bool any_resolved(const std::vector<max_t_result>& results) {
    return std::ranges::any_of(results, &max_t_result::resolved);
}

/// The number of families with a resolved row, of a thousand families without a difference.
int false_claims(std::size_t rows, std::size_t columns, double together,
                 const std::function<double()>& noise) {
    int claims = 0;
    for (int i = 0; i < 1000; ++i) {
        claims += any_resolved(max_t(rows_of(rows, columns, together, noise), 0.95)) ? 1 : 0;
    }
    return claims;
}

/// 50 of a thousand are expected, and 85 are five standard deviations more.
constexpr int most_claims = 85;

double squared_t(const max_t_row& row, unsigned flips) {
    double sum = 0;
    double squares = 0;
    for (std::size_t column = 0; column < row.size(); ++column) {
        sum += (flips >> column & 1) != 0 ? -*row[column] : *row[column];
        squares += *row[column] * *row[column];
    }
    const auto n = static_cast<double>(row.size());
    return sum * sum * (n - 1) / (n * squares - sum * sum);
}

/// Counts over all sign vectors, without a shortcut.
double p_value_by_counting(const family& rows, std::size_t index) {
    int reached = 0;
    const unsigned all = 1U << rows[index].size();
    for (unsigned flips = 0; flips < all; ++flips) {
        double largest = 0;
        for (const max_t_row& row : rows) {
            largest = std::max(largest, squared_t(row, flips));
        }
        reached += largest >= squared_t(rows[index], 0) * (1 - 1e-9) ? 1 : 0;
    }
    return reached / double(all);
}

} // namespace

TEST(max_t, without_rows_or_values_claims_nothing) {
    EXPECT_TRUE(max_t({}, 0.95).empty());
    const std::vector<max_t_result> results = max_t(family{{}, max_t_row(8)}, 0.95);
    EXPECT_FALSE(results.at(0).range);
    EXPECT_FALSE(results.at(1).range);
    EXPECT_FALSE(any_resolved(results));
}

TEST(max_t, six_columns_resolve_and_five_do_not) {
    const auto six = max_t(family{{1.0, 1.1, 0.9, 1.0, 1.2, 0.8}}, 0.95).front();
    EXPECT_TRUE(six.resolved);
    EXPECT_EQ(six.p_value, 1 / 32.0);
    EXPECT_NEAR(six.estimate, 1, 1e-12);
    ASSERT_TRUE(six.range);
    EXPECT_GT(six.range->low, 0);
    const auto five = max_t(family{{1.0, 1.1, 0.9, 1.0, 1.2}}, 0.95).front();
    EXPECT_FALSE(five.resolved);
    EXPECT_FALSE(five.range);
    EXPECT_NEAR(five.estimate, 1.04, 1e-12);
    EXPECT_EQ(five.columns, 5U);
}

TEST(max_t, columns_needed_depends_on_the_confidence) {
    EXPECT_EQ(max_t_columns_needed(0.95), 6U);
    EXPECT_EQ(max_t_columns_needed(1 - 2 / 64.0), 6U);
    EXPECT_EQ(max_t_columns_needed(0.99), 8U);
}

TEST(max_t, p_value_of_the_largest_row_equals_counting_all_sign_vectors) {
    std::mt19937_64 random(2);
    std::normal_distribution<> draw(0.4, 1);
    for (int i = 0; i < 20; ++i) {
        const family rows = rows_of(3, 8, 0.2, [&] { return draw(random); });
        const auto results = max_t(rows, 0.95);
        const auto largest = std::ranges::max_element(
            rows, {}, [](const max_t_row& row) { return squared_t(row, 0); });
        const auto at = static_cast<std::size_t>(largest - rows.begin());
        EXPECT_NEAR(results[at].p_value, p_value_by_counting(rows, at), 1e-12) << i;
    }
}

TEST(max_t, resolves_a_row_with_equal_signs_among_many_rows) {
    std::mt19937_64 random(4);
    std::normal_distribution<> draw(0, 0.01);
    family rows = rows_of(100, 6, 0, [&] { return draw(random); });
    for (std::optional<double>& value : rows[70]) {
        *value = 1 + *value / 10;
    }
    const auto results = max_t(rows, 0.95);
    EXPECT_TRUE(results[70].resolved);
    EXPECT_EQ(std::ranges::count_if(results, &max_t_result::resolved), 1);
}

TEST(max_t, interval_excludes_zero_exactly_if_the_row_is_resolved) {
    std::mt19937_64 random(6);
    std::normal_distribution<> draw(0, 1);
    for (const std::size_t columns : {6U, 9U, 14U}) {
        for (int i = 0; i < 20; ++i) {
            family rows = rows_of(8, columns, 0.3, [&] { return draw(random); });
            for (std::size_t row = 0; row < 4; ++row) {
                for (std::optional<double>& value : rows[row]) {
                    *value -= static_cast<double>(row);
                }
            }
            for (const max_t_result& result : max_t(rows, 0.95)) {
                ASSERT_TRUE(result.range);
                EXPECT_EQ(result.resolved, !result.range->contains(0));
                EXPECT_TRUE(result.range->contains(result.estimate));
                EXPECT_EQ(result.resolved, result.p_value <= 0.05);
            }
        }
    }
}

TEST(max_t, few_families_without_a_difference_claim_one) {
    std::mt19937_64 random(7);
    std::normal_distribution<> normal(0, 1);
    std::student_t_distribution<> heavy(3);
    const auto two_speeds = [&] { return (random() >> 63 != 0 ? 1 : -1) + 0.1 * normal(random); };
    EXPECT_LE(false_claims(20, 8, 0.5, [&] { return normal(random); }), most_claims);
    EXPECT_LE(false_claims(20, 8, 0, [&] { return heavy(random); }), most_claims);
    EXPECT_LE(false_claims(20, 8, 0, two_speeds), most_claims);
    EXPECT_LE(false_claims(1, 10, 0, [&] { return normal(random); }), most_claims);
}

// With Bonferroni's correction, nearly equal rows would be resolved in 0.3 % of families.
TEST(max_t, rows_that_move_together_cost_little_more_than_one_row) {
    std::mt19937_64 random(8);
    std::normal_distribution<> normal(0, 1);
    EXPECT_GE(false_claims(20, 8, 0.95, [&] { return normal(random); }), 15);
}

// All rows are far from 0, so the intervals come from the residuals. Intervals that never miss are
// too wide.
TEST(max_t, intervals_contain_all_differences_at_once) {
    std::mt19937_64 random(10);
    std::normal_distribution<> noise(10, 1);
    int missed = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto results = max_t(rows_of(12, 8, 0, [&] { return noise(random); }), 0.95);
        missed +=
            std::ranges::all_of(
                results, [](const max_t_result& result) { return result.range->contains(10); })
                ? 0
                : 1;
    }
    EXPECT_LE(missed, most_claims);
    EXPECT_GE(missed, 15);
}

TEST(max_t, rows_may_lack_columns) {
    family rows(3, max_t_row{1.0, 1.1, 0.9, 1.0, 1.2, 0.8, 1.1, 0.9});
    rows[1][0].reset();
    rows[1].resize(7);
    rows[2] = {{}, {}, {}, 1.0, 1.0, 1.0, 1.0, 1.0};
    const auto results = max_t(rows, 0.95);
    EXPECT_EQ(results[0].columns, 8U);
    EXPECT_EQ(results[1].columns, 6U);
    EXPECT_TRUE(results[0].resolved);
    EXPECT_TRUE(results[1].resolved);
    EXPECT_EQ(results[2].columns, 5U);
    EXPECT_FALSE(results[2].range);
}

TEST(max_t, rows_that_do_not_scatter_are_resolved_if_they_are_not_zero) {
    const auto results =
        max_t(family{max_t_row(8, 0.25), max_t_row(8, 0.0), max_t_row(8, -0.1)}, 0.95);
    EXPECT_TRUE(results[0].resolved);
    EXPECT_EQ(results[0].range->low, 0.25);
    EXPECT_EQ(results[0].range->high, 0.25);
    EXPECT_FALSE(results[1].resolved);
    EXPECT_TRUE(results[1].range->contains(0));
    EXPECT_TRUE(results[2].resolved);
    EXPECT_LT(results[2].range->high, 0);
}

TEST(max_t, rounding_of_a_row_without_scatter_widens_no_other_row) {
    const max_t_row scattered{0.5, -0.4, 0.3, 0.6, -0.2, 0.1};
    const max_t_row still(6, std::log(29.02 / 29));
    max_t_row rounded;
    for (int i = 0; i < 6; ++i) {
        const double mood = 1 + 0.002 * i;
        rounded.push_back(std::log(29.02 * mood) - std::log(29 * mood));
    }
    const std::vector<max_t_result> exact = max_t(family{scattered, still}, 0.95);
    const std::vector<max_t_result> noisy = max_t(family{scattered, rounded}, 0.95);
    EXPECT_TRUE(noisy[1].resolved);
    EXPECT_NEAR(noisy[0].range->low, exact[0].range->low, 1e-9);
    EXPECT_NEAR(noisy[0].range->high, exact[0].range->high, 1e-9);
}

TEST(max_t, random_flips_depend_on_the_seed_alone) {
    std::mt19937_64 random(12);
    std::normal_distribution<> noise(0.3, 1);
    const family rows = rows_of(5, 20, 0, [&] { return noise(random); });
    const auto result = max_t(rows, 0.95, 3);
    const auto same = max_t(rows, 0.95, 3);
    const auto other = max_t(rows, 0.95, 4);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(result[i].p_value, same[i].p_value);
        EXPECT_NEAR(result[i].p_value, other[i].p_value, 0.05);
    }
}
