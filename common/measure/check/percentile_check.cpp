// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "made_up.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tollgate::measure {
namespace {

/// Samples 1, 2, …, n in counts of half a nanosecond.
case_record sampled(std::int64_t n, double overhead_ns = 20) {
    case_record record = record_of({100, 100, 100, 100, 100, 100});
    for (case_round& round : record.rounds) {
        round.fit = {overhead_ns, 100};
    }
    record.ns_per_count = 0.5;
    for (std::int64_t sample = 1; sample <= n; ++sample) {
        record.samples.add(sample);
    }
    return record;
}

TEST(percentiles, are_corrected_by_the_overhead) {
    const case_summary of = summarize(sampled(100));
    EXPECT_EQ(of.samples, 100u);
    EXPECT_DOUBLE_EQ(of.percentiles[0].raw_ns.value(), 25.25);
    EXPECT_DOUBLE_EQ(of.percentiles[0].corrected_ns.value(), 5.25);
    EXPECT_DOUBLE_EQ(of.max_raw_ns.value(), 50);
    EXPECT_DOUBLE_EQ(of.max_corrected_ns.value(), 30);
}

TEST(percentiles, a_curve_ends_where_ten_samples_lie_beyond) {
    const case_summary of = summarize(sampled(1000));
    ASSERT_GE(of.curve.size(), 4u);
    EXPECT_EQ(of.curve.front().beyond, 0.99);
    EXPECT_EQ(of.curve[3].beyond, 0.5);
    EXPECT_EQ(of.curve[3].raw_ns, of.percentiles[0].raw_ns.value());
    for (std::size_t i = 1; i < of.curve.size(); ++i) {
        EXPECT_LT(of.curve[i].beyond, of.curve[i - 1].beyond);
        EXPECT_GE(of.curve[i].raw_ns, of.curve[i - 1].raw_ns);
    }
    EXPECT_GE(of.curve.back().beyond * 1000, 10);
    EXPECT_TRUE(summarize(sampled(19)).curve.empty()) << "no median either";
}

TEST(percentiles, samples_below_zero_and_off_the_scale_are_counted) {
    case_record record = sampled(30);
    record.samples.add(-1);
    record.samples.add(stats::histogram::largest + 1);
    record.samples.add(stats::histogram::largest + 1);
    EXPECT_EQ(summarize(record).early, 1u);
    EXPECT_EQ(summarize(record).off_scale, 2u);
}

TEST(percentiles, are_not_corrected_where_nothing_would_be_left) {
    const case_summary of = summarize(sampled(30));
    EXPECT_DOUBLE_EQ(of.percentiles[0].raw_ns.value(), 7.75) << "what was read stays";
    EXPECT_FALSE(of.percentiles[0].corrected_ns);
    EXPECT_DOUBLE_EQ(of.max_raw_ns.value(), 15);
    EXPECT_FALSE(of.max_corrected_ns);
    case_record exact = sampled(0);
    exact.samples.add(40);
    EXPECT_FALSE(summarize(exact).max_corrected_ns) << "nor if 0 were left";
    exact.samples.add(41);
    EXPECT_DOUBLE_EQ(summarize(exact).max_corrected_ns.value(), 0.5);
}

// More is no overhead of reading: what is observed waits for others, or has two speeds.
TEST(percentiles, are_not_corrected_by_more_than_three_readings) {
    for (const double overhead_ns : {20.0, -20.0}) {
        case_record record = sampled(1000);
        for (case_round& round : record.rounds) {
            round.fit.intercept = overhead_ns;
        }
        record.reading_ns = 20.1 / 3;
        EXPECT_DOUBLE_EQ(summarize(record).percentiles[0].corrected_ns.value(),
                         *summarize(record).percentiles[0].raw_ns - overhead_ns);
        EXPECT_DOUBLE_EQ(summarize(record).max_corrected_ns.value(), 500 - overhead_ns);
        record.reading_ns = 19.9 / 3;
        const case_summary of = summarize(record);
        for (const percentile& one : of.percentiles) {
            EXPECT_FALSE(one.corrected_ns);
        }
        EXPECT_TRUE(of.percentiles[2].raw_ns);
        EXPECT_FALSE(of.max_corrected_ns);
        EXPECT_FALSE(of.curve.empty()) << "which has nothing taken off";
    }
}

TEST(percentiles, are_not_corrected_by_what_is_known_to_less_than_five_percent_of_them) {
    case_record record = sampled(1000);
    record.rounds[2].fit.intercept = 16; // of six values the interval has all: 20 - 4
    const case_summary of = summarize(record);
    EXPECT_EQ(of.overhead_ns.uncertainty(), 4);
    EXPECT_TRUE(of.percentiles[0].corrected_ns) << "4 of 230";
    record.rounds[2].fit.intercept = 0; // 20 of 230, and of 430
    EXPECT_FALSE(summarize(record).percentiles[0].corrected_ns);
    EXPECT_TRUE(summarize(record).percentiles[1].corrected_ns);
    EXPECT_TRUE(summarize(record).max_corrected_ns);
}

TEST(percentiles, are_not_corrected_by_an_overhead_without_uncertainty) {
    case_record record = sampled(1000);
    record.rounds.pop_back(); // of five there is no interval
    const case_summary of = summarize(record);
    EXPECT_TRUE(of.percentiles[0].raw_ns);
    EXPECT_FALSE(of.percentiles[0].corrected_ns);
    EXPECT_FALSE(of.max_corrected_ns);
}

TEST(percentiles, are_absent_where_there_are_too_few_samples) {
    constexpr std::int64_t needed[] = {20, 100, 1000, 10'000};
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        EXPECT_TRUE(summarize(sampled(needed[i], 1)).percentiles[i].raw_ns);
        EXPECT_TRUE(summarize(sampled(needed[i], 1)).percentiles[i].corrected_ns);
        EXPECT_FALSE(summarize(sampled(needed[i] - 1, 1)).percentiles[i].raw_ns);
        EXPECT_FALSE(summarize(sampled(needed[i] - 1, 1)).percentiles[i].corrected_ns);
    }
}

TEST(percentiles, one_sample_has_a_largest_and_nothing_else) {
    const case_summary of = summarize(sampled(1));
    EXPECT_EQ(of.samples, 1u);
    EXPECT_DOUBLE_EQ(of.max_raw_ns.value(), 0.5);
    EXPECT_FALSE(of.percentiles[0].raw_ns);
}

TEST(percentiles, no_samples_no_distribution) {
    const case_summary of = summarize(sampled(0));
    EXPECT_EQ(of.samples, 0u);
    EXPECT_FALSE(of.max_raw_ns);
    EXPECT_FALSE(of.max_corrected_ns);
}

TEST(percentiles, are_left_out_where_an_operation_is_not_the_unit) {
    case_record record = sampled(1000);
    for (case_round& round : record.rounds) {
        round.units_per_operation = 1.25;
    }
    const case_summary of = summarize(record);
    EXPECT_EQ(of.units_per_operation, 1.25);
    EXPECT_EQ(of.samples, 0u);
    EXPECT_FALSE(of.percentiles[0].raw_ns);
    EXPECT_FALSE(of.max_raw_ns);
}

} // namespace
} // namespace tollgate::measure
