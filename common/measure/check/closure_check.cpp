// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "made_up.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tollgate::measure {
namespace {

/// Rounds of one pass in each of which the slope is this many times the value.
case_record with_slopes(const std::vector<double>& factors) {
    case_record record = passes_of({99, 200, 101, 99, 200, 101, 100, 200});
    record.rounds.resize(factors.size());
    for (std::size_t i = 0; i < factors.size(); ++i) {
        record.rounds[i].fit.slope = record.rounds[i].value_ns * factors[i];
    }
    return record;
}

const std::vector<double> six_equal(6, 1.1);

machine_speed with_interrupts(double share, double u95 = 0) {
    machine_speed during;
    during.interrupts_share = share;
    during.interrupts_u95 = u95;
    return during;
}

TEST(closure, is_taken_round_by_round) {
    const closure of = summarize(with_slopes(six_equal)).check;
    EXPECT_NEAR(of.difference, 0.1, 1e-9) << "though the machine changes its speed";
    ASSERT_TRUE(of.unexplained);
    EXPECT_NEAR(of.unexplained->low, 0.1, 1e-9);
    EXPECT_NEAR(of.unexplained->high, 0.1, 1e-9);
}

TEST(closure, agrees_while_its_interval_holds_zero) {
    const closure of = summarize(with_slopes({0.99, 1, 1.01, 1.02, 1.03, 1.04})).check;
    EXPECT_NEAR(of.difference, 0.015, 1e-9);
    EXPECT_NEAR(of.unexplained->low, -0.01, 1e-9); // of six values the extremes
    EXPECT_NEAR(of.unexplained->high, 0.04, 1e-9);
    EXPECT_FALSE(of.disagrees);
    EXPECT_TRUE(summarize(with_slopes({1.001, 1.01, 1.02, 1.03, 1.04, 1.05})).check.disagrees);
    EXPECT_TRUE(summarize(with_slopes({0.999, 0.98, 0.97, 0.96, 0.95, 0.94})).check.disagrees);
}

// The loop has the interrupts of its time in it, the line throws them out.
TEST(closure, expects_the_slope_to_be_less_by_what_interrupts_took) {
    const std::vector<double> less(6, 1 - 0.013);
    EXPECT_TRUE(summarize(with_slopes(less)).check.disagrees);
    const closure of = summarize(with_slopes(less), with_interrupts(0.013)).check;
    EXPECT_NEAR(of.difference, -0.013, 1e-9);
    EXPECT_EQ(of.interrupts_share, 0.013);
    EXPECT_NEAR(of.unexplained->low, 0, 1e-9);
    EXPECT_NEAR(of.unexplained->high, 0, 1e-9);
    EXPECT_TRUE(
        summarize(with_slopes(std::vector<double>(6, 1)), with_interrupts(0.013)).check.disagrees)
        << "the interrupts are missing";
}

TEST(closure, is_as_uncertain_as_both) {
    const std::vector<double> factors{0.967, 0.97, 0.97, 0.97, 0.97, 0.973};
    const closure of = summarize(with_slopes(factors), with_interrupts(0.026, 0.004)).check;
    EXPECT_NEAR(of.unexplained->low, -0.004 - 0.005, 1e-9); // 3 and 4 are the sides of 5
    EXPECT_NEAR(of.unexplained->high, -0.004 + 0.005, 1e-9);
    EXPECT_FALSE(of.disagrees);
    EXPECT_TRUE(summarize(with_slopes(factors), with_interrupts(0.024, 0.004)).check.disagrees);
}

TEST(closure, says_nothing_from_one_pass) {
    const closure of = summarize(with_slopes({2})).check;
    EXPECT_NEAR(of.difference, 1, 1e-9);
    EXPECT_FALSE(of.unexplained);
    EXPECT_FALSE(of.disagrees);
}

/// A pass for each factor, of three rounds whose mean it is, and not their median.
case_record passes_with_slopes(const std::vector<double>& factors) {
    case_record record = passes_of(std::vector<double>(factors.size(), 100), "made/up", 3);
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
        record.rounds[i].fit.slope = 100 * factors[i / 3] + (i % 3 == 1 ? 3 : -1.5);
    }
    return record;
}

TEST(closure, over_passes_is_of_the_mean_of_each) {
    const closure of = summarize(passes_with_slopes({0.99, 1, 1.01, 1.02, 1.03, 1.04})).check;
    EXPECT_NEAR(of.difference, 0.015, 1e-9);
    EXPECT_NEAR(of.slope_ns.value, 100, 1e-9) << "which is of their median";
    EXPECT_NEAR(of.unexplained->low, -0.01, 1e-9);
    EXPECT_FALSE(of.disagrees);
    EXPECT_TRUE(
        summarize(passes_with_slopes({1.01, 1.02, 1.01, 1.02, 1.03, 1.04})).check.disagrees);
}

TEST(closure, of_a_quiet_value_is_of_quiet_rounds) {
    case_record record = passes_of(std::vector<double>(6, 100), "made/up", 3);
    record.cpus = {0};
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
        const bool quiet = i % 3 == 0;
        record.rounds[i].reference_before_ns = record.rounds[i].reference_after_ns =
            quiet ? 1000 : 1600;
        record.rounds[i].value_ns = quiet ? 100 : 120;
        record.rounds[i].fit = quiet ? stats::line{20, 101} : stats::line{90, 150};
    }
    machine_speed during;
    EXPECT_NEAR(summarize(record, during).check.difference, 0.17, 1e-9);
    EXPECT_EQ(summarize(record, during).overhead_ns.value, 90);
    during.fast_ns = {{0, 1000}};
    const case_summary of = summarize(record, during);
    ASSERT_TRUE(of.quiet_ns);
    EXPECT_NEAR(of.check.difference, 0.01, 1e-9);
    EXPECT_EQ(of.check.slope_ns.value, 101);
    EXPECT_EQ(of.overhead_ns.value, 20);
}

TEST(closure, a_clock_that_stood_still_leaves_finite_figures) {
    case_record record = passes_with_slopes(std::vector<double>(6, 1));
    for (case_round& round : record.rounds) {
        round.value_ns = 0;
    }
    const closure none = summarize(record, with_interrupts(0.01, 0.001)).check;
    EXPECT_EQ(none.difference, 0);
    EXPECT_FALSE(none.unexplained);
    EXPECT_FALSE(none.disagrees);
    record.rounds[0].value_ns = 100;
    EXPECT_TRUE(std::isfinite(summarize(record).check.difference));
}

} // namespace
} // namespace tollgate::measure
