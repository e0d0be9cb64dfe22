// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "made_up.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tollgate::measure {
namespace {

TEST(case_summary, of_a_record_without_rounds) {
    const case_summary of = summarize({});
    EXPECT_EQ(of.rounds, 0u);
    EXPECT_EQ(of.value_ns.value, 0);
    EXPECT_FALSE(of.value_ns.range);
    EXPECT_FALSE(of.value_ns.uncertainty());
    EXPECT_FALSE(of.as_it_is_ns.range);
    EXPECT_FALSE(of.quiet_ns);
    EXPECT_TRUE(of.pass_figures_ns.empty());
    EXPECT_EQ(of.passes, 0u);
    EXPECT_EQ(of.explained, 0);
    EXPECT_FALSE(of.max_raw_ns);
    EXPECT_FALSE(of.check.unexplained);
    EXPECT_FALSE(of.check.disagrees);
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        EXPECT_EQ(of.percentiles[i].p, reported_percentiles[i]);
        EXPECT_FALSE(of.percentiles[i].raw_ns);
    }
}

// Of 12 values the third from either end enclose the median with 96 %: at most two of twelve fall
// on one side with probability (1 + 12 + 66) / 4096.
TEST(case_summary, of_one_pass_the_value_is_the_median_over_rounds_with_its_interval) {
    const case_summary of =
        summarize(record_of({120, 10, 110, 20, 100, 30, 90, 40, 80, 50, 70, 60}));
    EXPECT_EQ(of.rounds, 12u);
    EXPECT_EQ(of.value_ns.value, 65);
    ASSERT_TRUE(of.value_ns.range);
    EXPECT_EQ(of.value_ns.range->low, 30);
    EXPECT_EQ(of.value_ns.range->high, 100);
    EXPECT_NEAR(of.value_ns.range->confidence, 1 - 2 * 79.0 / 4096, 1e-9);
    EXPECT_EQ(of.over, basis::rounds);
    EXPECT_EQ(of.as_it_is_ns.value, 65);
    EXPECT_EQ(of.as_it_is_ns.range, of.value_ns.range);
    EXPECT_EQ(of.value_ns.uncertainty(), 35);
    EXPECT_DOUBLE_EQ(of.mean_ns, 65);
    EXPECT_NEAR(of.stddev_ns, std::sqrt(1300), 1e-8); // sum of squares 14300 over 11
}

TEST(case_summary, the_uncertainty_reaches_to_the_farther_end) {
    EXPECT_EQ(summarize(record_of({90, 100, 100, 100, 100, 180})).value_ns.uncertainty(), 80);
    EXPECT_EQ(summarize(record_of({20, 100, 100, 100, 100, 110})).value_ns.uncertainty(), 80);
}

TEST(case_summary, five_rounds_have_no_interval) {
    const case_summary of = summarize(record_of({1, 2, 3, 4, 100}));
    EXPECT_EQ(of.value_ns.value, 3);
    EXPECT_FALSE(of.value_ns.range);
    EXPECT_FALSE(of.value_ns.uncertainty());
}

case_record with_lines(const std::vector<double>& intercepts, double slope) {
    case_record record = record_of(std::vector<double>(intercepts.size(), 100));
    for (std::size_t i = 0; i < intercepts.size(); ++i) {
        record.rounds[i].fit = {intercepts[i], slope};
    }
    return record;
}

TEST(case_summary, the_overhead_is_the_median_intercept) {
    const case_summary of = summarize(with_lines({18, 30, 21, 19, 20, 22}, 97));
    EXPECT_EQ(of.overhead_ns.value, 20.5);
    ASSERT_TRUE(of.overhead_ns.range);
    EXPECT_EQ(of.overhead_ns.range->low, 18);
    EXPECT_EQ(of.overhead_ns.range->high, 30);
    EXPECT_EQ(of.raw_mean_ns, 117.5);
    EXPECT_EQ(of.check.slope_ns.value, 97);
}

TEST(case_summary, a_clock_that_stood_still_gives_finite_figures) {
    const case_summary of = summarize(record_of({0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(of.check.difference, 0);
    EXPECT_EQ(of.value_ns.value, 0);
    case_record once = record_of({0, 100, 0, 100, 100, 100});
    EXPECT_EQ(summarize(once).check.difference, 0);
}

TEST(case_summary, disturbed_rounds_are_counted_and_stay_in_the_value) {
    case_record record = record_of({10, 10, 10, 90, 90, 90, 90, 10, 10, 10});
    for (case_round& round : record.rounds) {
        if (round.value_ns == 90) {
            round.disturbances = {"steal 1 tick"};
        }
    }
    record.rounds[0].value_ns = 12;
    const case_summary of = summarize(record);
    EXPECT_EQ(of.disturbed_rounds, 4u);
    EXPECT_EQ(of.value_ns.value, 11);
    EXPECT_EQ(of.disturbed_by, "steal 1 tick");
    EXPECT_EQ(summarize(record_of({1, 2, 3})).disturbed_rounds, 0u);
    EXPECT_EQ(summarize(record_of({1, 2, 3})).disturbed_by, "");
}

TEST(case_summary, its_figures_have_ten_digits) {
    const case_summary of = summarize(record_of({1.0 / 3, 2.0 / 3, 5.0 / 3}));
    EXPECT_EQ(of.value_ns.value, 0.6666666667);
    EXPECT_EQ(of.mean_ns, 0.8888888889);
}

TEST(case_summary, a_slope_weighs_by_the_operations_of_its_round) {
    case_record record = record_of({1, 2});
    record.rounds[0].fit.slope = 10;
    record.rounds[0].operations = 3;
    record.rounds[1].fit.slope = 20;
    record.rounds[1].operations = 1;
    EXPECT_EQ(summarize(record).slope_mean_ns, 12.5);
    record.rounds[0].operations = record.rounds[1].operations = 0;
    EXPECT_EQ(summarize(record).slope_mean_ns, 0);
}

TEST(case_summary, cpu_time_is_exact_and_divided_as_the_kernel_sampled_it) {
    case_record record = record_of({1, 2, 3});
    record.rounds[0].cpu_ns = 10;
    record.rounds[1].cpu_ns = 40;
    record.rounds[2].cpu_ns = 20;
    EXPECT_EQ(summarize(record).cpu_user_ns, 20) << "never sampled: all of it in the program";
    record.rounds[0].cpu_user_ns = 3;
    record.rounds[2].cpu_system_ns = 9;
    const case_summary of = summarize(record);
    EXPECT_EQ(of.cpu_ns, 20);
    EXPECT_EQ(of.cpu_user_ns, 5);
    EXPECT_EQ(of.cpu_system_ns, 15);
}

TEST(case_summary, switches_are_the_mean_over_rounds) {
    case_record record = record_of({1, 2, 3, 4});
    record.rounds[0].voluntary_switches = 2;
    record.rounds[3].involuntary_switches = 1;
    EXPECT_EQ(summarize(record).voluntary_switches, 0.5);
    EXPECT_EQ(summarize(record).involuntary_switches, 0.25);
}

} // namespace
} // namespace tollgate::measure
