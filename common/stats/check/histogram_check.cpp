// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/histogram.hpp>

#include <tollgate/stats/quantile.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

using tollgate::stats::histogram;
using bucket = histogram::bucket;

namespace {

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t beyond = histogram::largest + 1;
constexpr std::uint64_t uint64_max = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();

histogram of(const std::vector<std::int64_t>& values) {
    histogram result;
    for (const std::int64_t value : values) {
        result.add(value);
    }
    return result;
}

void expect_same(const histogram& first, const histogram& second) {
    EXPECT_EQ(first.buckets(), second.buckets());
    EXPECT_EQ(first.count(), second.count());
    EXPECT_EQ(first.negative(), second.negative());
    EXPECT_EQ(first.overflow(), second.overflow());
    EXPECT_EQ(first.min(), second.min());
    EXPECT_EQ(first.max(), second.max());
}

void expect_round_trip(const histogram& values) {
    const histogram restored = histogram::restore(values.buckets(), values.min(), values.max(),
                                                  values.negative(), values.overflow());
    expect_same(restored, values);
    for (const double p : {0.0, 0.01, 0.5, 0.99, 1.0}) {
        EXPECT_TRUE(values.count() == 0 || restored.quantile(p) == values.quantile(p));
    }
}

struct stored {
    std::vector<bucket> buckets;
    std::int64_t min;
    std::int64_t max;
    std::uint64_t overflow = 0;
};

void expect_accepted(const stored& entry) {
    EXPECT_NO_THROW(
        (void)histogram::restore(entry.buckets, entry.min, entry.max, 0, entry.overflow));
}

void expect_refused(const stored& entry, const char* why) {
    EXPECT_THROW((void)histogram::restore(entry.buckets, entry.min, entry.max, 0, entry.overflow),
                 std::invalid_argument)
        << why;
}

// Values over about nine decades, from 1 to some 10^9.
std::vector<std::int64_t> lognormal_values(std::size_t n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::lognormal_distribution<> draw(4.5 * std::log(10.0), 1.1 * std::log(10.0));
    std::vector<std::int64_t> values(n);
    std::ranges::generate(values, [&] { return std::llround(draw(random)); });
    return values;
}

} // namespace

TEST(histogram, bucket_of_returns_the_bucket_of_a_value) {
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{127}, std::int64_t{128},
                                     std::int64_t{1000}, histogram::largest}) {
        EXPECT_EQ(histogram::bucket_of(value, 1), of({value}).buckets().at(0)) << value;
    }
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

TEST(histogram, quantile_of_one_value_or_of_ties_is_that_value) {
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{1'000'003}, int64_max}) {
        for (const double p : {0.0, 0.5, 0.999, 1.0}) {
            EXPECT_EQ(of({value}).quantile(p), static_cast<double>(value));
            EXPECT_EQ(of({value, value, value}).quantile(p), static_cast<double>(value));
        }
    }
}

TEST(histogram, quantile_is_within_one_percent) {
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

TEST(histogram, only_counts_negative_values) {
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

TEST(histogram, values_above_the_range_count_and_move_the_maximum) {
    const histogram values = of({7, histogram::largest, beyond, int64_max});
    EXPECT_EQ(values.count(), 4U);
    EXPECT_EQ(values.overflow(), 2U);
    EXPECT_EQ(values.buckets().size(), 2U);
    EXPECT_EQ(values.min(), 7);
    EXPECT_EQ(values.max(), int64_max);
    EXPECT_EQ(values.quantile(1), static_cast<double>(int64_max));
    EXPECT_EQ(values.quantile(2.0 / 3), static_cast<double>(int64_max));
    const histogram only = of({int64_max, beyond});
    EXPECT_EQ(only.min(), beyond);
    EXPECT_EQ(only.quantile(0), static_cast<double>(beyond));
}

TEST(histogram, merge_equals_adding_all_values) {
    std::vector<std::int64_t> first = lognormal_values(1000, 1);
    std::vector<std::int64_t> second = lognormal_values(500, 2);
    first.insert(first.end(), {-3, int64_max});
    second.insert(second.end(), {0, -1, int64_min, beyond});
    histogram merged = of(first);
    merged.merge(of(second));
    histogram reverse = of(second);
    reverse.merge(of(first));
    first.insert(first.end(), second.begin(), second.end());
    expect_same(merged, of(first));
    expect_same(reverse, of(first));
}

TEST(histogram, merges_with_an_empty_histogram_and_with_itself) {
    const histogram values = of({5, 900, -1});
    histogram merged = values;
    merged.merge(histogram{});
    expect_same(merged, values);
    histogram empty;
    empty.merge(values);
    expect_same(empty, values);
    empty.merge(empty);
    expect_same(empty, of({5, 900, -1, 5, 900, -1}));
}

TEST(histogram_restore, round_trips) {
    histogram values;
    expect_round_trip(values);
    values.add(-1);
    expect_round_trip(values);
    for (const std::int64_t value : lognormal_values(100, 9)) {
        values.add(value);
        expect_round_trip(values);
    }
    values.add(beyond);
    values.add(int64_max);
    expect_round_trip(values);
    expect_round_trip(of({beyond}));
    expect_round_trip(of({beyond, int64_max}));
}

TEST(histogram_restore, returns_a_histogram_that_continues_to_count) {
    histogram values = histogram::restore(std::vector<bucket>{{5, 5, 2}}, 5, 5, 1, 0);
    values.add(-1);
    values.add(3);
    values.add(1000);
    EXPECT_EQ(values.count(), 4U);
    EXPECT_EQ(values.negative(), 2U);
    EXPECT_EQ(values.min(), 3);
    EXPECT_EQ(values.max(), 1000);
}

TEST(histogram_restore, refuses_buckets_with_other_ends) {
    expect_refused({{{5, 6, 2}}, 5, 6}, "too wide");
    expect_refused({{{129, 130, 2}}, 129, 130}, "shifted");
    expect_refused({{{129, 129, 2}}, 129, 129}, "part of a bucket");
    expect_refused({{{-1, -1, 2}}, -1, -1}, "negative");
    expect_refused({{{beyond, beyond + 1, 2}}, beyond, beyond}, "above the range");
    expect_refused({{{int64_max, int64_max, 2}}, int64_max, int64_max}, "far above the range");
    expect_refused({{{5, 5, 0}}, 0, 0}, "empty");
    expect_refused({{{5, 5, 1}, {5, 5, 1}}, 5, 5}, "twice the same");
    expect_refused({{{6, 6, 1}, {5, 5, 1}}, 5, 6}, "descending");
}

TEST(histogram_restore, refuses_extremes_outside_the_outer_buckets) {
    const std::vector<bucket> buckets{{128, 129, 1}, {256, 259, 3}};
    expect_accepted({buckets, 128, 256});
    expect_accepted({buckets, 129, 259});
    expect_refused({buckets, 127, 259}, "min below");
    expect_refused({buckets, 130, 259}, "min above");
    expect_refused({buckets, 128, 255}, "max below");
    expect_refused({buckets, 128, 260}, "max above");
    expect_refused({{{256, 259, 2}}, 258, 257}, "min above max");
    expect_refused({{{256, 259, 1}}, 257, 258}, "one value, two extremes");
    expect_refused({{}, 0, 1}, "extremes without values");
}

TEST(histogram_restore, refuses_overflow_and_maximum_that_disagree) {
    const std::vector<bucket> buckets{{5, 5, 1}};
    expect_accepted({buckets, 5, beyond, 1});
    expect_accepted({{}, beyond, beyond + 7, 2});
    expect_refused({buckets, 5, beyond, 0}, "maximum without overflow");
    expect_refused({buckets, 5, 5, 1}, "overflow without maximum");
    expect_refused({buckets, beyond, beyond, 1}, "min not in the first bucket");
    expect_refused({{}, 5, beyond, 1}, "min in no bucket");
    expect_refused({{}, beyond, beyond + 1, 1}, "one value, two extremes");
}

TEST(histogram_restore, refuses_counts_that_do_not_fit) {
    expect_accepted({{{5, 5, uint64_max}}, 5, 5});
    expect_refused({{{5, 5, uint64_max}, {6, 6, 1}}, 5, 6}, "buckets");
    expect_refused({{{5, 5, uint64_max}}, 5, beyond, 1}, "overflow");
}

TEST(histogram_restore, quantiles_of_the_int64_max) {
    const std::vector<bucket> buckets{{5, 5, uint64_max / 2}, {6, 6, uint64_max - uint64_max / 2}};
    const histogram values = histogram::restore(buckets, 5, 6, 0, 0);
    EXPECT_EQ(values.count(), uint64_max);
    EXPECT_EQ(values.quantile(0), 5);
    EXPECT_EQ(values.quantile(0.25), 5);
    EXPECT_EQ(values.quantile(0.75), 6);
    EXPECT_EQ(values.quantile(1), 6);
}

TEST(histogram_add_bucket, counts_and_bounds_the_extremes) {
    histogram values;
    values.add_bucket({256, 259, 4});
    values.add_bucket({256, 259, 1});
    values.add_bucket({7, 7, 2});
    EXPECT_EQ(values.buckets(), (std::vector<bucket>{{7, 7, 2}, {256, 259, 5}}));
    EXPECT_EQ(values.count(), 7U);
    EXPECT_EQ(values.min(), 7);
    EXPECT_EQ(values.max(), 259);
    EXPECT_EQ(values.quantile(0.5), 257.5);
}

TEST(histogram_add_bucket, a_refused_bucket_changes_nothing) {
    histogram values;
    values.add(3);
    EXPECT_THROW(values.add_bucket({300, 301, 1}), std::invalid_argument);
    EXPECT_THROW(values.add_bucket({4, 4, uint64_max}), std::invalid_argument);
    EXPECT_EQ(values.buckets(), (std::vector<bucket>{{3, 3, 1}}));
    EXPECT_EQ(values.max(), 3);
}
