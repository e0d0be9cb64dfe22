// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/order_statistic_interval.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

using tollgate::stats::order_statistic_interval;

namespace {

struct population {
    const char* name;
    std::function<double(std::mt19937_64&)> draw;
    double p;
    double quantile;
};

struct published {
    std::size_t n;
    double low_rank;
    double high_rank;
    double coverage;
};

// The values are their own ranks.
std::vector<double> ranks(std::size_t n) {
    std::vector<double> values(n);
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

// P(B(n, p) = k) for all k, term by term, valid while the first does not underflow.
std::vector<double> binomial_terms(std::size_t n, double p) {
    std::vector<double> terms{std::pow(1 - p, static_cast<double>(n))};
    for (std::size_t k = 1; k <= n; ++k) {
        terms.push_back(terms.back() * static_cast<double>(n - k + 1) / static_cast<double>(k) * p /
                        (1 - p));
    }
    return terms;
}

double sum(const std::vector<double>& terms, std::size_t from, std::size_t to) {
    double total = 0;
    for (std::size_t k = from; k < to; ++k) {
        total += terms[k];
    }
    return total;
}

} // namespace

// The table of ranks for the median at 95 %, found in every textbook of nonparametric statistics.
// n = 10: P(B <= 1) = (1 + 10) / 1024, so the coverage is 1 - 22 / 1024.
// n = 15: P(B <= 3) = (1 + 15 + 105 + 455) / 32768, so 1 - 1152 / 32768.
// n = 20: P(B <= 5) = (1 + 20 + 190 + 1140 + 4845 + 15504) / 2^20, so 1 - 43400 / 2^20.
TEST(order_statistic_interval, median_at_95_percent_has_the_published_ranks) {
    const std::vector<published> table{{6, 1, 6, 0.96875},
                                       {7, 1, 7, 0.984375},
                                       {8, 1, 8, 0.9921875},
                                       {9, 2, 8, 0.9609375},
                                       {10, 2, 9, 0.978515625},
                                       {15, 4, 12, 0.96484375},
                                       {20, 6, 15, 1 - 43400.0 / 1048576}};
    for (const published& row : table) {
        const auto found = order_statistic_interval(ranks(row.n), 0.5, 0.95);
        ASSERT_TRUE(found) << row.n;
        EXPECT_EQ(found->low, row.low_rank) << row.n;
        EXPECT_EQ(found->high, row.high_rank) << row.n;
        EXPECT_NEAR(found->confidence, row.coverage, 1e-12) << row.n;
    }
}

TEST(order_statistic_interval, median_at_95_percent_needs_six_values) {
    for (std::size_t n = 0; n < 6; ++n) {
        EXPECT_FALSE(order_statistic_interval(ranks(n), 0.5, 0.95)) << n;
    }
    EXPECT_TRUE(order_statistic_interval(ranks(6), 0.5, 0.95));
}

// All values lie below the quantile with probability p^n, which must not exceed 0.025:
// 0.9^35 = 0.02503, 0.9^36 = 0.02253; 0.99^367 = 0.02501, 0.99^368 = 0.02476.
TEST(order_statistic_interval, a_tail_needs_enough_values_on_its_thin_side) {
    EXPECT_FALSE(order_statistic_interval(ranks(35), 0.9, 0.95));
    EXPECT_TRUE(order_statistic_interval(ranks(36), 0.9, 0.95));
    EXPECT_EQ(order_statistic_interval(ranks(36), 0.9, 0.95)->high, 36);
    EXPECT_FALSE(order_statistic_interval(ranks(367), 0.99, 0.95));
    EXPECT_TRUE(order_statistic_interval(ranks(368), 0.99, 0.95));
    EXPECT_FALSE(order_statistic_interval(ranks(35), 0.1, 0.95));
    EXPECT_EQ(order_statistic_interval(ranks(36), 0.1, 0.95)->low, 1);
}

TEST(order_statistic_interval, a_coverage_hit_exactly_is_accepted) {
    // 1 - 2/64 and 1 - 2/4.
    const auto six = order_statistic_interval(ranks(6), 0.5, 0.96875);
    ASSERT_TRUE(six);
    EXPECT_GE(six->confidence, 0.96875);
    const auto two = order_statistic_interval(ranks(2), 0.5, 0.5);
    ASSERT_TRUE(two);
    EXPECT_EQ(two->low, 1);
    EXPECT_EQ(two->high, 2);
    EXPECT_FALSE(order_statistic_interval(ranks(6), 0.5, 0.9688));
}

TEST(order_statistic_interval, extremes_have_none) {
    EXPECT_FALSE(order_statistic_interval(ranks(100), 0, 0.95));
    EXPECT_FALSE(order_statistic_interval(ranks(100), 1, 0.95));
}

TEST(order_statistic_interval, of_ties_is_a_point) {
    const auto found = order_statistic_interval(std::vector<double>(10, 3.0), 0.5, 0.95);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->low, 3);
    EXPECT_EQ(found->high, 3);
}

// A million values: half width of the ranks is 1.96 √n / 2 = 980.
TEST(order_statistic_interval, of_many_values_approaches_the_normal_one) {
    const auto found = order_statistic_interval(ranks(1'000'000), 0.5, 0.95);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->half_width(), 980, 1);
    EXPECT_NEAR(found->confidence, 0.95, 1e-3);
    EXPECT_GE(found->confidence, 0.95);
}

// Against the sums of the terms: the promise is kept, and no rank further in keeps it.
TEST(order_statistic_interval, ranks_are_the_innermost_that_keep_the_promise) {
    for (const double p : {0.1, 0.25, 0.5, 0.9}) {
        for (const double confidence : {0.5, 0.9, 0.95, 0.99}) {
            for (std::size_t n = 1; n <= 120; ++n) {
                const auto terms = binomial_terms(n, p);
                const double miss = (1 - confidence) / 2;
                const auto found = order_statistic_interval(ranks(n), p, confidence);
                if (!found) {
                    EXPECT_TRUE(terms.front() > miss || terms.back() > miss) << n << ' ' << p;
                    continue;
                }
                const auto low = static_cast<std::size_t>(found->low);
                const auto high = static_cast<std::size_t>(found->high);
                ASSERT_LT(low, high);
                EXPECT_NEAR(found->confidence, sum(terms, low, high), 1e-9);
                EXPECT_GE(found->confidence, confidence);
                EXPECT_LE(sum(terms, 0, low), miss + 1e-9);
                EXPECT_GT(sum(terms, 0, low + 1), miss - 1e-9);
                EXPECT_LE(sum(terms, high, n + 1), miss + 1e-9);
                EXPECT_GT(sum(terms, high - 1, n + 1), miss - 1e-9);
            }
        }
    }
}

// The share of covering intervals is itself binomial; five of its standard deviations are allowed.
TEST(order_statistic_interval, covers_the_true_quantile_as_often_as_it_says) {
    constexpr int repetitions = 4000;
    const std::vector<population> populations{
        {"normal", [](auto& random) { return std::normal_distribution<>()(random); }, 0.5, 0},
        {"exponential", [](auto& random) { return std::exponential_distribution<>()(random); }, 0.9,
         std::log(10.0)},
        {"lognormal", [](auto& random) { return std::lognormal_distribution<>()(random); }, 0.5, 1},
    };
    std::mt19937_64 random(20240607);
    for (const population& each : populations) {
        for (const std::size_t n : {40U, 75U}) {
            int covered = 0;
            double stated = 0;
            for (int i = 0; i < repetitions; ++i) {
                std::vector<double> values(n);
                std::ranges::generate(values, [&] { return each.draw(random); });
                std::ranges::sort(values);
                const auto found = order_statistic_interval(values, each.p, 0.95);
                ASSERT_TRUE(found);
                stated = found->confidence;
                covered += found->contains(each.quantile) ? 1 : 0;
            }
            EXPECT_GE(stated, 0.95);
            const double tolerance = 5 * std::sqrt(stated * (1 - stated) / repetitions);
            EXPECT_NEAR(covered / double{repetitions}, stated, tolerance) << each.name << ' ' << n;
        }
    }
}
