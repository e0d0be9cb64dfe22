// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/histogram.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

using tollgate::stats::histogram;
using bucket = histogram::bucket;

namespace {

constexpr std::int64_t largest_count = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t uint64_max = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t beyond = histogram::largest + 1;

void expect_round_trip(const histogram& values) {
    const histogram again = histogram::restore(values.buckets(), values.min(), values.max(),
                                               values.negative(), values.overflow());
    EXPECT_EQ(again.buckets(), values.buckets());
    EXPECT_EQ(again.count(), values.count());
    EXPECT_EQ(again.negative(), values.negative());
    EXPECT_EQ(again.overflow(), values.overflow());
    EXPECT_EQ(again.min(), values.min());
    EXPECT_EQ(again.max(), values.max());
    if (values.count() == 0) {
        return;
    }
    for (const double p : {0.0, 0.01, 0.5, 0.99, 1.0}) {
        EXPECT_EQ(again.quantile(p), values.quantile(p));
    }
}

struct stored {
    std::vector<bucket> buckets;
    std::int64_t min;
    std::int64_t max;
    std::uint64_t overflow = 0;
};

void expect_accepted(const stored& each) {
    EXPECT_NO_THROW((void)histogram::restore(each.buckets, each.min, each.max, 0, each.overflow));
}

void expect_refused(const stored& each, const char* why) {
    EXPECT_THROW((void)histogram::restore(each.buckets, each.min, each.max, 0, each.overflow),
                 std::invalid_argument)
        << why;
}

} // namespace

TEST(histogram_restore, round_trips) {
    std::mt19937_64 random(9);
    std::lognormal_distribution<> draw(10, 4);
    histogram values;
    expect_round_trip(values);
    values.add(-1);
    expect_round_trip(values);
    for (int i = 0; i < 1000; ++i) {
        values.add(std::llround(draw(random)));
        if (i < 20) {
            expect_round_trip(values);
        }
    }
    expect_round_trip(values);
    values.add(largest_count);
    values.add(beyond);
    expect_round_trip(values);
}

TEST(histogram_restore, round_trips_overflow_alone) {
    histogram values;
    values.add(beyond);
    expect_round_trip(values);
    values.add(largest_count);
    expect_round_trip(values);
}

TEST(histogram_restore, goes_on_counting) {
    histogram values = histogram::restore(std::vector<bucket>{{5, 5, 2}}, 5, 5, 1, 0);
    values.add(-1);
    values.add(3);
    values.add(1000);
    EXPECT_EQ(values.count(), 4U);
    EXPECT_EQ(values.negative(), 2U);
    EXPECT_EQ(values.min(), 3);
    EXPECT_EQ(values.max(), 1000);
}

TEST(histogram_restore, refuses_buckets_that_are_not_ours) {
    expect_refused({{{5, 6, 2}}, 5, 6}, "too wide");
    expect_refused({{{129, 130, 2}}, 129, 130}, "shifted");
    expect_refused({{{129, 129, 2}}, 129, 129}, "part of one");
    expect_refused({{{-1, -1, 2}}, -1, -1}, "negative");
    expect_refused({{{beyond, beyond + 1, 2}}, beyond, beyond}, "above the range");
    expect_refused({{{largest_count, largest_count, 2}}, largest_count, largest_count},
                   "far above the range");
    expect_refused({{{5, 5, 0}}, 0, 0}, "empty");
}

TEST(histogram_restore, refuses_overlap_and_disorder) {
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

TEST(histogram_restore, quantiles_of_the_largest_count) {
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
