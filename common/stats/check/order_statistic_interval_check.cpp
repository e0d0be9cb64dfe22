// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/order_statistic_interval.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
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
