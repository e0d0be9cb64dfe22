// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/stop_reason.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;

constexpr auto go_on = std::nullopt;

plan plan_of(std::uint64_t passes, std::chrono::nanoseconds budget = 10s) {
    plan made;
    made.passes = passes;
    made.until.budget = budget;
    return made;
}

TEST(stop_reason, names_round_trip) {
    for (const auto why : {stop_reason::converged, stop_reason::budget, stop_reason::rounds,
                           stop_reason::interrupted, stop_reason::failed}) {
        EXPECT_EQ(parse_stop_reason(to_string(why)), why);
    }
    EXPECT_EQ(to_string(stop_reason::converged), "converged");
    EXPECT_EQ(to_string(stop_reason::failed), "failed");
    EXPECT_EQ(parse_stop_reason(""), std::nullopt);
    EXPECT_EQ(parse_stop_reason("Budget"), std::nullopt);
}

TEST(decide_stop, when_the_widest_interval_is_as_narrow_as_is_wanted) {
    EXPECT_EQ(decide_stop(plan_of(8), {6, 3s, 500ms, 1.0}), stop_reason::converged);
    EXPECT_EQ(decide_stop(plan_of(8), {6, 3s, 500ms, 1.01}), go_on);
}

TEST(decide_stop, not_as_long_as_a_case_has_no_interval) {
    EXPECT_EQ(decide_stop(plan_of(8), {6, 3s, 500ms, {}}), go_on);
}

// In less a machine that changes its speed has shown one of its speeds alone.
TEST(decide_stop, not_before_the_run_is_spread_over_some_time) {
    EXPECT_EQ(decide_stop(plan_of(8), {6, least_spread - 1ns, 1ms, 0.1}), go_on);
    EXPECT_EQ(decide_stop(plan_of(8), {6, least_spread, 1ms, 0.1}), stop_reason::converged);
}

TEST(decide_stop, not_before_six_passes_whatever_the_budget) {
    for (std::uint64_t passes = 1; passes < fewest_passes; ++passes) {
        EXPECT_EQ(decide_stop(plan_of(8), {passes, 3s, 500ms, 0.1}), go_on) << passes;
        EXPECT_EQ(decide_stop(plan_of(8, 1ns), {passes, 1h, 1h, 0.1}), go_on) << passes;
    }
    EXPECT_EQ(decide_stop(plan_of(8, 1ns), {6, 1h, 1h, 5.0}), stop_reason::budget);
}

TEST(decide_stop, after_fewer_passes_if_fewer_were_planned) {
    for (const std::uint64_t planned : {1u, 2u, 5u}) {
        EXPECT_EQ(decide_stop(plan_of(planned), {planned, 1s, 500ms, {}}), stop_reason::budget);
        if (planned > 1) {
            EXPECT_EQ(decide_stop(plan_of(planned, 1ns), {planned - 1, 1h, 1h, {}}), go_on);
        }
    }
}

TEST(decide_stop, before_a_pass_that_does_not_fit_into_the_budget) {
    EXPECT_EQ(decide_stop(plan_of(9), {7, 9s, 1s, 5.0}), go_on);
    EXPECT_EQ(decide_stop(plan_of(9), {7, 9001ms, 1s, 5.0}), stop_reason::budget);
    EXPECT_EQ(decide_stop(plan_of(9), {7, 10s, 1s, 5.0}), stop_reason::budget);
}

TEST(decide_stop, after_the_passes_that_were_planned) {
    EXPECT_EQ(decide_stop(plan_of(9, 1h), {8, 3s, 1s, 5.0}), go_on);
    EXPECT_EQ(decide_stop(plan_of(9, 1h), {9, 3s, 1s, 5.0}), stop_reason::budget);
    EXPECT_EQ(decide_stop(plan_of(9, 1h), {9, 3s, 1s, 0.5}), stop_reason::converged)
        << "which is told though there are no more";
}

TEST(decide_stop, exact_rounds_heed_nothing_else) {
    plan exact = plan_of(8, 1ns);
    exact.until.exact_rounds = 30;
    EXPECT_EQ(decide_stop(exact, {7, 1h, 1h, 0.1}), go_on);
    EXPECT_EQ(decide_stop(exact, {8, 0s, 0s, {}}), stop_reason::rounds);
    exact.until.exact_rounds = 2;
    exact.passes = 2;
    EXPECT_EQ(decide_stop(exact, {1, 1h, 1h, 0.1}), go_on);
    EXPECT_EQ(decide_stop(exact, {2, 1h, 1h, 0.1}), stop_reason::rounds);
}

} // namespace
} // namespace tollgate::measure
