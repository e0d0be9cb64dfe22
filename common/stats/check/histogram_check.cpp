// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/histogram.hpp>

#include <tollgate/stats/quantile.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using tollgate::stats::histogram;
using bucket = histogram::bucket;

namespace {

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();

histogram of(const std::vector<std::int64_t>& values) {
    histogram result;
    for (const std::int64_t value : values) {
        result.add(value);
    }
    return result;
}

void expect_same(const histogram& one, const histogram& other) {
    EXPECT_EQ(one.buckets(), other.buckets());
    EXPECT_EQ(one.count(), other.count());
    EXPECT_EQ(one.negative(), other.negative());
    EXPECT_EQ(one.overflow(), other.overflow());
    EXPECT_EQ(one.min(), other.min());
    EXPECT_EQ(one.max(), other.max());
}

// Over about nine decades, from 1 to some 10^9.
std::vector<std::int64_t> lognormal_values(std::size_t n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::lognormal_distribution<> draw(4.5 * std::log(10.0), 1.1 * std::log(10.0));
    std::vector<std::int64_t> values(n);
    std::ranges::generate(values, [&] { return std::llround(draw(random)); });
    return values;
}

} // namespace

TEST(histogram, bucket_of_is_where_a_value_is_counted) {
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{127}, std::int64_t{128},
                                     std::int64_t{1000}, histogram::largest}) {
        EXPECT_EQ(histogram::bucket_of(value, 1), of({value}).buckets().at(0)) << value;
    }
}

TEST(histogram, empty) {
    const histogram none;
    EXPECT_EQ(none.count(), 0U);
    EXPECT_EQ(none.negative(), 0U);
    EXPECT_EQ(none.overflow(), 0U);
    EXPECT_EQ(none.min(), 0);
    EXPECT_EQ(none.max(), 0);
    EXPECT_TRUE(none.buckets().empty());
}

// From 128 a bucket is 2 wide, from 256 it is 4: 2^8 / 64. The last one has 2^41 / 64 = 2^35
// values.
TEST(histogram, bucket_limits) {
    const std::vector<std::int64_t> values{0, 1, 127, 128, 129, 130, 255, 256, histogram::largest};
    const std::vector<bucket> expected{
        {0, 0, 1},     {1, 1, 1},
        {127, 127, 1}, {128, 129, 2},
        {130, 131, 1}, {254, 255, 1},
        {256, 259, 1}, {histogram::largest - (std::int64_t{1} << 35) + 1, histogram::largest, 1}};
    EXPECT_EQ(of(values).buckets(), expected);
}

// 128 + 64 (42 - 7) = 2368 buckets, each beginning where the one before ends.
TEST(histogram, buckets_follow_each_other_without_gaps) {
    histogram all;
    std::size_t number = 0;
    for (std::int64_t value = 0; value <= histogram::largest; ++number) {
        all.add(value);
        value = all.buckets().back().high + 1;
    }
    EXPECT_EQ(number, 2368U);
    const std::vector<bucket> buckets = all.buckets();
    ASSERT_EQ(buckets.size(), number);
    EXPECT_EQ(buckets.front().low, 0);
    EXPECT_EQ(buckets.back().high, histogram::largest);
    for (std::size_t i = 1; i < buckets.size(); ++i) {
        EXPECT_EQ(buckets[i].low, buckets[i - 1].high + 1);
        EXPECT_EQ(buckets[i].count, 1U);
        const auto half = static_cast<double>(buckets[i].high - buckets[i].low) / 2;
        EXPECT_LE(half / static_cast<double>(buckets[i].low), 0.01);
    }
}

TEST(histogram, quantile_of_small_values_is_exact) {
    const histogram values = of({80, 10, 40, 20});
    EXPECT_DOUBLE_EQ(values.quantile(0), 10);
    EXPECT_DOUBLE_EQ(values.quantile(0.25), 17.5); // position 0.75: 10 + 0.75 * 10
    EXPECT_DOUBLE_EQ(values.quantile(0.5), 30);
    EXPECT_DOUBLE_EQ(values.quantile(0.9), 68); // position 2.7: 40 + 0.7 * 40
    EXPECT_DOUBLE_EQ(values.quantile(1), 80);
}

TEST(histogram, quantile_stays_within_the_extremes) {
    // Both are in the bucket from 2^20 to 2^20 + 2^14 - 1, whose middle is far above them.
    const histogram low = of({1 << 20, (1 << 20) + 1, (1 << 20) + 2});
    for (const double p : {0.0, 0.4, 0.5, 1.0}) {
        EXPECT_GE(low.quantile(p), 1 << 20);
        EXPECT_LE(low.quantile(p), (1 << 20) + 2);
    }
}

TEST(histogram, quantile_of_one_value_or_of_ties_is_that_value) {
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{1'000'003}, int64_max}) {
        for (const double p : {0.0, 0.5, 0.999, 1.0}) {
            EXPECT_EQ(of({value}).quantile(p), static_cast<double>(value));
            EXPECT_EQ(of({value, value, value}).quantile(p), static_cast<double>(value));
        }
    }
}

TEST(histogram, quantile_is_within_one_percent_of_the_exact_one) {
    const std::vector<std::int64_t> values = lognormal_values(100'000, 3);
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    ASSERT_GT(sorted.back() / std::max(sorted.front(), 1.0), 1e8);
    const histogram counted = of(values);
    for (int permille = 0; permille <= 1000; ++permille) {
        const double exact = tollgate::stats::quantile(sorted, permille / 1000.0);
        EXPECT_NEAR(counted.quantile(permille / 1000.0), exact, exact / 100) << permille;
    }
    EXPECT_EQ(counted.quantile(1), sorted.back());
}

TEST(histogram, negative_values_are_counted_and_nothing_else) {
    histogram values = of({-1, int64_min});
    EXPECT_EQ(values.negative(), 2U);
    EXPECT_EQ(values.count(), 0U);
    EXPECT_EQ(values.min(), 0);
    EXPECT_EQ(values.max(), 0);
    EXPECT_TRUE(values.buckets().empty());
    values.add(5);
    EXPECT_EQ(values.count(), 1U);
    EXPECT_EQ(values.min(), 5);
    EXPECT_EQ(values.quantile(0), 5);
}

TEST(histogram, values_above_the_range_are_counted_and_move_the_maximum) {
    const histogram values = of({7, histogram::largest, histogram::largest + 1, int64_max});
    EXPECT_EQ(values.count(), 4U);
    EXPECT_EQ(values.overflow(), 2U);
    EXPECT_EQ(values.buckets().size(), 2U);
    EXPECT_EQ(values.min(), 7);
    EXPECT_EQ(values.max(), int64_max);
    EXPECT_EQ(values.quantile(1), static_cast<double>(int64_max));
    EXPECT_EQ(values.quantile(2.0 / 3), static_cast<double>(int64_max));
    const histogram only = of({int64_max, histogram::largest + 1});
    EXPECT_EQ(only.min(), histogram::largest + 1);
    EXPECT_EQ(only.quantile(0), static_cast<double>(histogram::largest + 1));
}

TEST(histogram, merging_is_adding_all) {
    std::vector<std::int64_t> one = lognormal_values(1000, 1);
    std::vector<std::int64_t> other = lognormal_values(500, 2);
    one.insert(one.end(), {-3, int64_max});
    other.insert(other.end(), {0, -1, int64_min, histogram::largest + 1});
    histogram merged = of(one);
    merged.merge(of(other));
    histogram reverse = of(other);
    reverse.merge(of(one));
    one.insert(one.end(), other.begin(), other.end());
    expect_same(merged, of(one));
    expect_same(reverse, of(one));
}

TEST(histogram, merging_nothing_changes_nothing) {
    const histogram values = of({5, 900, -1});
    histogram merged = values;
    merged.merge(histogram{});
    expect_same(merged, values);
    histogram empty;
    empty.merge(values);
    expect_same(empty, values);
    histogram negative_only;
    negative_only.merge(of({-7}));
    expect_same(negative_only, of({-7}));
}

TEST(histogram, merging_with_itself_doubles) {
    histogram values = of({3, 1000, int64_max, -1});
    values.merge(values);
    expect_same(values, of({3, 1000, int64_max, -1, 3, 1000, int64_max, -1}));
}
