// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "fake.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace tollgate::measure {
namespace {

TEST(case_summary, is_empty_for_a_record_without_rounds) {
    const case_summary summary = summarize({});
    EXPECT_EQ(summary.rounds, 0u);
    EXPECT_EQ(summary.value_ns.value, 0);
    EXPECT_FALSE(summary.value_ns.range);
    EXPECT_FALSE(summary.value_ns.uncertainty());
    EXPECT_FALSE(summary.quiet_ns);
    EXPECT_TRUE(summary.pass_figures_ns.empty());
    EXPECT_EQ(summary.passes, 0u);
    EXPECT_FALSE(summary.max_raw_ns);
    EXPECT_FALSE(summary.check.unexplained);
}

// Another pass may have another layout, which the rounds of this pass do not show.
TEST(case_summary, value_of_a_single_pass_is_its_mean_without_interval) {
    const case_summary summary =
        summarize(record_of({120, 10, 110, 20, 100, 30, 90, 40, 80, 50, 70, 60}));
    EXPECT_EQ(summary.rounds, 12u);
    EXPECT_EQ(summary.value_ns.value, 65);
    EXPECT_FALSE(summary.value_ns.range);
    EXPECT_FALSE(summary.value_ns.uncertainty());
    EXPECT_EQ(summary.as_it_is_ns.value, 65);
    EXPECT_DOUBLE_EQ(summary.mean_ns, 65);
    EXPECT_NEAR(summary.stddev_ns, std::sqrt(1300), 1e-8); // sum of squares 14300 over 11
}

TEST(case_summary, uncertainty_is_the_difference_to_the_farther_end) {
    EXPECT_EQ(summarize(passes_of({90, 100, 100, 100, 100, 180})).value_ns.uncertainty(), 80);
    EXPECT_EQ(summarize(passes_of({20, 100, 100, 100, 100, 110})).value_ns.uncertainty(), 80);
}

case_record with_lines(const std::vector<double>& intercepts, double slope) {
    case_record record = passes_of(std::vector<double>(intercepts.size(), 100));
    for (std::size_t i = 0; i < intercepts.size(); ++i) {
        record.rounds[i].fit = {intercepts[i], slope};
    }
    return record;
}

TEST(case_summary, overhead_is_the_median_intercept) {
    const case_summary summary = summarize(with_lines({18, 30, 21, 19, 20, 22}, 97));
    EXPECT_EQ(summary.overhead_ns.value, 20.5);
    ASSERT_TRUE(summary.overhead_ns.range);
    EXPECT_EQ(summary.overhead_ns.range->low, 18);
    EXPECT_EQ(summary.overhead_ns.range->high, 30);
    EXPECT_EQ(summary.raw_mean_ns, 117.5);
    EXPECT_EQ(summary.check.slope_ns.value, 97);
}

TEST(case_summary, counts_disturbed_rounds_and_keeps_them_in_the_value) {
    case_record record = passes_of({10, 10, 10, 90, 90, 90, 90, 10, 10, 10});
    for (case_round& round : record.rounds) {
        if (round.value_ns == 90) {
            round.disturbances = {"steal 1 tick"};
        }
    }
    record.rounds[0].value_ns = 12;
    const case_summary summary = summarize(record);
    EXPECT_EQ(summary.disturbed_rounds, 4u);
    EXPECT_EQ(summary.value_ns.value, 50);
    EXPECT_EQ(summary.disturbed_by, "steal 1 tick");
    EXPECT_EQ(summarize(passes_of({1, 2, 3})).disturbed_rounds, 0u);
    EXPECT_EQ(summarize(passes_of({1, 2, 3})).disturbed_by, "");
}

TEST(case_summary, divides_exact_cpu_time_by_the_kernels_samples) {
    case_record record = passes_of({1, 2, 3});
    record.rounds[0].cpu_ns = 10;
    record.rounds[1].cpu_ns = 40;
    record.rounds[2].cpu_ns = 20;
    EXPECT_EQ(summarize(record).cpu_user_ns, 20) << "never sampled: all of it in the program";
    record.rounds[0].cpu_user_ns = 3;
    record.rounds[2].cpu_system_ns = 9;
    const case_summary summary = summarize(record);
    EXPECT_EQ(summary.cpu_ns, 20);
    EXPECT_EQ(summary.cpu_user_ns, 5);
    EXPECT_EQ(summary.cpu_system_ns, 15);
}

TEST(case_summary, switches_are_the_mean_over_rounds) {
    case_record record = passes_of({1, 2, 3, 4});
    record.rounds[0].voluntary_switches = 2;
    record.rounds[3].involuntary_switches = 1;
    EXPECT_EQ(summarize(record).voluntary_switches, 0.5);
    EXPECT_EQ(summarize(record).involuntary_switches, 0.25);
}

/// Twelve rounds of events of 990 to 1001 ns, whose mean is far from their median.
case_record events() {
    case_record record =
        passes_of({990, 991, 992, 993, 994, 995, 996, 997, 998, 999, 1'000, 1'001});
    record.valued_by = method::single_events;
    for (case_round& round : record.rounds) {
        round.fit = {20, 3'000};
    }
    return record;
}

TEST(event_summary, has_an_empty_interval_as_overhead_and_no_closure_test) {
    case_record record = events();
    const case_summary summary = summarize(record);
    EXPECT_EQ(summary.value_ns.value, 995.5);
    EXPECT_EQ(summary.overhead_ns.value, 20);
    EXPECT_EQ(summary.overhead_ns.uncertainty(), 0);
    EXPECT_EQ(summary.raw_mean_ns, 3'020);
    EXPECT_FALSE(summary.check.disagrees) << "mean and median of waiting times need not agree";
    EXPECT_FALSE(summary.check.unexplained);
    EXPECT_EQ(summary.check.slope_ns.value, 0);
    record.valued_by = method::untimed_loop;
    EXPECT_TRUE(summarize(record).check.disagrees);
}

TEST(event_summary, subtracts_the_empty_interval_from_percentiles) {
    case_record record = events();
    record.samples.add(-5);
    EXPECT_EQ(summarize(record).samples, 0u) << "all were early";
    EXPECT_FALSE(summarize(record).max_raw_ns);
    for (int i = 0; i < 100; ++i) {
        record.samples.add(120);
    }
    const case_summary summary = summarize(record);
    EXPECT_EQ(summary.samples, 100u);
    EXPECT_EQ(summary.early, 1u);
    EXPECT_EQ(summary.percentiles[0].raw_ns, 120);
    EXPECT_EQ(summary.percentiles[0].corrected_ns, 100);
    EXPECT_EQ(summary.max_corrected_ns, 100);
}

/// Samples 1, 2, …, n in counts of half a nanosecond.
case_record sampled(std::int64_t n, double overhead_ns = 20) {
    case_record record = passes_of({100, 100, 100, 100, 100, 100});
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
    const case_summary summary = summarize(sampled(100));
    EXPECT_EQ(summary.samples, 100u);
    EXPECT_DOUBLE_EQ(summary.percentiles[0].raw_ns.value(), 25.25);
    EXPECT_DOUBLE_EQ(summary.percentiles[0].corrected_ns.value(), 5.25);
    EXPECT_DOUBLE_EQ(summary.max_raw_ns.value(), 50);
    EXPECT_DOUBLE_EQ(summary.max_corrected_ns.value(), 30);
}

TEST(percentiles, curve_ends_with_ten_samples_beyond) {
    const case_summary summary = summarize(sampled(1000));
    ASSERT_GE(summary.curve.size(), 4u);
    EXPECT_EQ(summary.curve.front().beyond, 0.99);
    EXPECT_EQ(summary.curve[3].beyond, 0.5);
    EXPECT_EQ(summary.curve[3].raw_ns, summary.percentiles[0].raw_ns.value());
    for (std::size_t i = 1; i < summary.curve.size(); ++i) {
        EXPECT_LT(summary.curve[i].beyond, summary.curve[i - 1].beyond);
        EXPECT_GE(summary.curve[i].raw_ns, summary.curve[i - 1].raw_ns);
    }
    EXPECT_GE(summary.curve.back().beyond * 1000, 10);
    EXPECT_TRUE(summarize(sampled(19)).curve.empty()) << "no median either";
    case_record beyond = sampled(30);
    beyond.samples.add(stats::histogram::largest + 1);
    EXPECT_EQ(summarize(beyond).off_scale, 1u);
}

TEST(percentiles, are_not_corrected_to_zero_or_less) {
    const case_summary summary = summarize(sampled(30));
    EXPECT_DOUBLE_EQ(summary.percentiles[0].raw_ns.value(), 7.75) << "the raw figure stays";
    EXPECT_FALSE(summary.percentiles[0].corrected_ns);
    EXPECT_DOUBLE_EQ(summary.max_raw_ns.value(), 15);
    EXPECT_FALSE(summary.max_corrected_ns);
    case_record exact = sampled(0);
    exact.samples.add(40);
    EXPECT_FALSE(summarize(exact).max_corrected_ns) << "nor if 0 were left";
    exact.samples.add(41);
    EXPECT_DOUBLE_EQ(summarize(exact).max_corrected_ns.value(), 0.5);
}

// More than three readings are no overhead of reading: the operation waits, or has two speeds.
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
        const case_summary summary = summarize(record);
        for (const percentile& entry : summary.percentiles) {
            EXPECT_FALSE(entry.corrected_ns);
        }
        EXPECT_TRUE(summary.percentiles[2].raw_ns);
        EXPECT_FALSE(summary.max_corrected_ns);
        EXPECT_FALSE(summary.curve.empty()) << "nothing is subtracted from the curve";
    }
}

TEST(percentiles, are_not_corrected_if_the_uncertainty_exceeds_five_percent) {
    case_record record = sampled(1000);
    record.rounds[2].fit.intercept = 16; // of six values the interval has all: 20 - 4
    const case_summary summary = summarize(record);
    EXPECT_EQ(summary.overhead_ns.uncertainty(), 4);
    EXPECT_TRUE(summary.percentiles[0].corrected_ns) << "4 of 230";
    record.rounds[2].fit.intercept = 0; // 20 of 230, and of 430
    EXPECT_FALSE(summarize(record).percentiles[0].corrected_ns);
    EXPECT_TRUE(summarize(record).percentiles[1].corrected_ns);
    EXPECT_TRUE(summarize(record).max_corrected_ns);
    record.rounds.resize(1); // of a single pass there is no interval
    EXPECT_FALSE(summarize(record).percentiles[1].corrected_ns);
    EXPECT_FALSE(summarize(record).max_corrected_ns);
}

TEST(percentiles, are_absent_with_too_few_samples) {
    constexpr std::int64_t needed[] = {20, 100, 1000, 10'000};
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        EXPECT_TRUE(summarize(sampled(needed[i], 1)).percentiles[i].raw_ns);
        EXPECT_TRUE(summarize(sampled(needed[i], 1)).percentiles[i].corrected_ns);
        EXPECT_FALSE(summarize(sampled(needed[i] - 1, 1)).percentiles[i].raw_ns);
        EXPECT_FALSE(summarize(sampled(needed[i] - 1, 1)).percentiles[i].corrected_ns);
    }
}

TEST(percentiles, are_absent_if_an_operation_is_not_the_unit) {
    case_record record = sampled(1000);
    for (case_round& round : record.rounds) {
        round.units_per_operation = 1.25;
    }
    const case_summary summary = summarize(record);
    EXPECT_EQ(summary.units_per_operation, 1.25);
    EXPECT_EQ(summary.samples, 0u);
    EXPECT_FALSE(summary.percentiles[0].raw_ns);
    EXPECT_FALSE(summary.max_raw_ns);
}

} // namespace
} // namespace tollgate::measure
