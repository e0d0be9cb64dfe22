// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "fake.hpp"

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

TEST(closure, is_computed_for_each_round) {
    const closure agreement = summarize(with_slopes(six_equal)).check;
    EXPECT_NEAR(agreement.difference, 0.1, 1e-9) << "though the machine changes its speed";
    ASSERT_TRUE(agreement.unexplained);
    EXPECT_NEAR(agreement.unexplained->low, 0.1, 1e-9);
    EXPECT_NEAR(agreement.unexplained->high, 0.1, 1e-9);
}

TEST(closure, agrees_if_its_interval_contains_zero) {
    const closure agreement = summarize(with_slopes({0.99, 1, 1.01, 1.02, 1.03, 1.04})).check;
    EXPECT_NEAR(agreement.difference, 0.015, 1e-9);
    EXPECT_NEAR(agreement.unexplained->low, -0.01, 1e-9); // of six values the extremes
    EXPECT_NEAR(agreement.unexplained->high, 0.04, 1e-9);
    EXPECT_FALSE(agreement.disagrees);
    EXPECT_TRUE(summarize(with_slopes({1.001, 1.01, 1.02, 1.03, 1.04, 1.05})).check.disagrees);
    EXPECT_TRUE(summarize(with_slopes({0.999, 0.98, 0.97, 0.96, 0.95, 0.94})).check.disagrees);
}

TEST(closure, does_not_exist_without_samples) {
    case_record record = with_slopes(std::vector<double>(6, 0));
    EXPECT_TRUE(summarize(record).check.disagrees);
    record.valued_by = method::unsampled_loop;
    EXPECT_FALSE(summarize(record).check.disagrees);
    EXPECT_EQ(summarize(record).raw_mean_ns, summarize(record).mean_ns);
}

// The loop's time contains interrupts, and the line leaves them out.
TEST(closure, expects_a_slope_without_the_interrupts) {
    const std::vector<double> less(6, 1 - 0.013);
    EXPECT_TRUE(summarize(with_slopes(less)).check.disagrees);
    const closure agreement = summarize(with_slopes(less), with_interrupts(0.013)).check;
    EXPECT_NEAR(agreement.difference, -0.013, 1e-9);
    EXPECT_EQ(agreement.interrupts_share, 0.013);
    EXPECT_NEAR(agreement.unexplained->low, 0, 1e-9);
    EXPECT_NEAR(agreement.unexplained->high, 0, 1e-9);
    EXPECT_TRUE(
        summarize(with_slopes(std::vector<double>(6, 1)), with_interrupts(0.013)).check.disagrees)
        << "the interrupts are missing";
}

TEST(closure, has_the_uncertainty_of_both_parts) {
    const std::vector<double> factors{0.967, 0.97, 0.97, 0.97, 0.97, 0.973};
    const closure agreement = summarize(with_slopes(factors), with_interrupts(0.026, 0.004)).check;
    EXPECT_NEAR(agreement.unexplained->low, -0.004 - 0.005, 1e-9); // 3 and 4 are the sides of 5
    EXPECT_NEAR(agreement.unexplained->high, -0.004 + 0.005, 1e-9);
    EXPECT_FALSE(agreement.disagrees);
    EXPECT_TRUE(summarize(with_slopes(factors), with_interrupts(0.024, 0.004)).check.disagrees);
}

TEST(closure, claims_nothing_from_a_single_pass) {
    const closure agreement = summarize(with_slopes({2})).check;
    EXPECT_NEAR(agreement.difference, 1, 1e-9);
    EXPECT_FALSE(agreement.unexplained);
    EXPECT_FALSE(agreement.disagrees);
}

/// A pass for each factor, with three rounds. The factor is their mean, and not their median.
case_record passes_with_slopes(const std::vector<double>& factors) {
    case_record record = passes_of(std::vector<double>(factors.size(), 100), "fake/case", 3);
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
        record.rounds[i].fit.slope = 100 * factors[i / 3] + (i % 3 == 1 ? 3 : -1.5);
    }
    return record;
}

TEST(closure, uses_the_mean_of_each_pass) {
    const closure agreement =
        summarize(passes_with_slopes({0.99, 1, 1.01, 1.02, 1.03, 1.04})).check;
    EXPECT_NEAR(agreement.difference, 0.015, 1e-9);
    EXPECT_NEAR(agreement.slope_ns.value, 100, 1e-9) << "the slope uses the median";
    EXPECT_NEAR(agreement.unexplained->low, -0.01, 1e-9);
    EXPECT_FALSE(agreement.disagrees);
    EXPECT_TRUE(
        summarize(passes_with_slopes({1.01, 1.02, 1.01, 1.02, 1.03, 1.04})).check.disagrees);
}

TEST(closure, uses_quiet_rounds_for_a_quiet_value) {
    case_record record = passes_of(std::vector<double>(6, 100), "fake/case", 3);
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
    const case_summary summary = summarize(record, during);
    ASSERT_TRUE(summary.quiet_ns);
    EXPECT_NEAR(summary.check.difference, 0.01, 1e-9);
    EXPECT_EQ(summary.check.slope_ns.value, 101);
    EXPECT_EQ(summary.overhead_ns.value, 20);
}

TEST(closure, stays_finite_if_the_clock_stands_still) {
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
