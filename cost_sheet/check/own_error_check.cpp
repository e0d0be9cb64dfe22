// SPDX-License-Identifier: BSL-1.0
#include "compare/own_error.hpp"

#include <cmath>
#include <deque>

#include <gtest/gtest.h>

namespace tollgate::cost_sheet {
namespace {

class own_error_of_runs : public ::testing::Test {
protected:
    /// A run with one case and these logarithms, one for each process.
    const measured_run* run(const std::vector<double>& logs) {
        kept.emplace_back();
        run_cost& one = kept.back().cases["a"].cost;
        one.value_ns = std::exp(logs.front());
        one.process_logs = logs;
        one.rounds_half_width = 0.196;
        return &kept.back();
    }

    std::deque<measured_run> kept;
};

// Variance 5/2 of five values: 1/2 of their mean.
TEST_F(own_error_of_runs, of_one_run_is_that_of_its_processes) {
    const own_error found = own_error_of({run({1, 2, 3, 4, 5})}, "a");
    EXPECT_TRUE(found.replicated);
    EXPECT_NEAR(found.log, 3, 1e-12);
    EXPECT_NEAR(found.variance, 0.5, 1e-12);
    EXPECT_EQ(found.degrees, 4);
}

TEST_F(own_error_of_runs, of_several_runs_is_that_of_the_runs) {
    const own_error found =
        own_error_of({run({1, 9}), run({2, 9}), run({3, 9}), run({4, 9}), run({5, 9})}, "a");
    EXPECT_TRUE(found.replicated);
    EXPECT_NEAR(found.log, 3, 1e-12);
    EXPECT_NEAR(found.variance, 0.5, 1e-12);
}

TEST_F(own_error_of_runs, of_few_processes_is_what_the_run_states) {
    const own_error found = own_error_of({run({1, 2, 3, 4})}, "a");
    EXPECT_FALSE(found.replicated);
    EXPECT_NEAR(found.log, 1, 1e-12);
    EXPECT_NEAR(found.variance, 0.01, 1e-12);
    const own_error two = own_error_of({run({1}), run({3})}, "a");
    EXPECT_NEAR(two.log, 2, 1e-12);
    EXPECT_NEAR(two.variance, 0.005, 1e-12);
}

TEST_F(own_error_of_runs, without_rounds_of_its_own_the_stated_interval_is_taken) {
    const measured_run* one = run({0});
    kept.back().cases["a"].cost.rounds_half_width.reset();
    kept.back().cases["a"].cost.range = stats::interval{std::exp(-0.196), std::exp(0.196), 0.95};
    EXPECT_NEAR(own_error_of({one}, "a").variance, 0.01, 1e-12);
    kept.back().cases["a"].cost.range = stats::interval{-1, std::exp(0.196), 0.95};
    EXPECT_NEAR(own_error_of({one}, "a").variance, 0.01, 1e-12) << "by its upper end";
    kept.back().cases["a"].cost.range.reset();
    EXPECT_EQ(own_error_of({one}, "a").variance, 0);
}

TEST_F(own_error_of_runs, of_a_ratio_is_welch_s) {
    const own_error found = own_error_of({"a", {run({1, 2, 3, 4, 5})}, {run({5, 6, 7, 8, 9})}});
    EXPECT_NEAR(found.log, 4, 1e-12);
    EXPECT_NEAR(found.variance, 1, 1e-12);
    EXPECT_NEAR(found.degrees, 8, 1e-12);
    EXPECT_TRUE(found.replicated);
    EXPECT_FALSE(own_error_of({"a", {run({1, 2, 3, 4, 5})}, {run({5})}}).replicated);
}

TEST_F(own_error_of_runs, of_a_quiet_value_beside_one_that_is_not_is_as_it_is) {
    const measured_run* quiet = run({1, 2, 3, 4, 5});
    run_case& one = kept.back().cases["a"];
    one.of_all = one.cost;
    one.of_all->process_logs = {11, 12, 13, 14, 15};
    EXPECT_NEAR(own_error_of({"a", {quiet}, {quiet}}).log, 0, 1e-12);
    const measured_run* other = run({21, 22, 23, 24, 25});
    EXPECT_NEAR(own_error_of({"a", {quiet}, {other}}).log, 10, 1e-12);
    EXPECT_NEAR(own_error_of({"a", {other}, {quiet}}).log, -10, 1e-12);
    EXPECT_TRUE(only_partly_quiet({quiet, other}, "a"));
    EXPECT_FALSE(only_partly_quiet({quiet, quiet}, "a"));
    EXPECT_FALSE(only_partly_quiet({other, other}, "a"));
}

} // namespace
} // namespace tollgate::cost_sheet
