// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/stop_reason.hpp>

#include "made_up.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;

constexpr auto go_on = std::nullopt;

limits within(std::chrono::nanoseconds budget) {
    limits until;
    until.budget = budget;
    until.precision = 0.01;
    return until;
}

const std::vector<case_record> narrow{record_of({100, 101, 100, 100, 101, 100})};
const std::vector<case_record> wide{record_of({100, 130, 100, 100, 130, 100})};

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

TEST(decide_stop, when_the_interval_is_narrow) {
    EXPECT_EQ(decide_stop(within(10s), 6, 1s, narrow), stop_reason::converged);
    EXPECT_EQ(decide_stop(within(10s), 6, 1s, wide), go_on);
}

TEST(decide_stop, only_when_every_interval_is_narrow) {
    const std::vector<case_record> both{narrow.front(), wide.front()};
    EXPECT_EQ(decide_stop(within(10s), 6, 1s, both), go_on);
}

// Half of 101 - 100 is 0.5, and the median is 100.
TEST(decide_stop, narrow_is_half_the_interval_relative_to_the_value) {
    limits until = within(10s);
    until.precision = 0.0051;
    EXPECT_EQ(decide_stop(until, 6, 1s, narrow), stop_reason::converged);
    until.precision = 0.0049;
    EXPECT_EQ(decide_stop(until, 6, 1s, narrow), go_on);
}

TEST(decide_stop, not_before_the_least_rounds) {
    const std::vector<case_record> few{record_of({100, 100, 100, 100, 100})};
    EXPECT_EQ(decide_stop(within(1ns), 5, 1h, few), go_on);
    limits until = within(1ns);
    until.least_rounds = 8;
    EXPECT_EQ(decide_stop(until, 7, 1h, narrow), go_on);
    EXPECT_EQ(decide_stop(until, 8, 1h, narrow), stop_reason::converged);
}

TEST(decide_stop, too_few_rounds_of_a_case_never_converge) {
    const std::vector<case_record> few{record_of({100, 100, 100, 100, 100})};
    EXPECT_EQ(decide_stop(within(10s), 6, 1s, few), go_on);
}

TEST(decide_stop, before_a_round_that_does_not_fit_into_the_budget) {
    EXPECT_EQ(decide_stop(within(10s), 9, 9s, wide), go_on);
    EXPECT_EQ(decide_stop(within(10s), 9, 9001ms, wide), stop_reason::budget);
    EXPECT_EQ(decide_stop(within(10s), 10, 10s, wide), stop_reason::budget);
}

TEST(decide_stop, after_the_most_rounds) {
    limits until = within(1h);
    until.most_rounds = 20;
    EXPECT_EQ(decide_stop(until, 19, 1s, wide), go_on);
    EXPECT_EQ(decide_stop(until, 20, 1s, wide), stop_reason::rounds);
}

TEST(decide_stop, exact_rounds_heed_nothing_else) {
    limits until = within(1ns);
    until.exact_rounds = 30;
    EXPECT_EQ(decide_stop(until, 29, 1h, narrow), go_on);
    EXPECT_EQ(decide_stop(until, 30, 0s, wide), stop_reason::rounds);
    until.exact_rounds = 2;
    EXPECT_EQ(decide_stop(until, 1, 1h, narrow), go_on);
    EXPECT_EQ(decide_stop(until, 2, 1h, narrow), stop_reason::rounds);
}

} // namespace
} // namespace tollgate::measure
