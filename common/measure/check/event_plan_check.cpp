// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <vector>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double reading_ns = 25;
constexpr double setup_ns = 200e3;
const pilot yield{58, 20'000, 5, 500'000};

pilot event_of(std::chrono::nanoseconds lasts) {
    return {
        .operation_ns = static_cast<double>(lasts.count()), .setup_ns = setup_ns, .events = true};
}

limits within(std::chrono::nanoseconds budget) {
    limits until;
    until.budget = budget;
    return until;
}

plan plan_of(const std::vector<pilot>& pilots, const limits& until) {
    return make_plan(pilots, {0}, until, reading_ns, 1);
}

/// How many events a round, the warm-up's not counted.
std::uint64_t events_in(const case_plan& one) {
    return one.samples.groups();
}

TEST(event_plan, has_single_events_and_one_to_warm_up) {
    for (const auto lasts : {1ns, 50'000ns, 1'000'000ns, 700'000'000ns}) {
        for (const auto budget : {0ns, 1'000'000ns, 4'000'000'000ns, 600'000'000'000ns}) {
            const case_plan one = plan_of({event_of(lasts), yield}, within(budget)).cases[0];
            EXPECT_THAT(one.value.segments, IsEmpty());
            EXPECT_FALSE(one.joined);
            EXPECT_EQ(one.samples.warmup, 1u);
            ASSERT_EQ(one.samples.segments.size(), 1u);
            EXPECT_EQ(one.samples.segments[0].size, 1u);
            EXPECT_GE(one.samples.segments[0].groups, 1u);
        }
    }
}

TEST(event_plan, long_events_get_one_a_round) {
    for (const auto lasts : {6ms, 10ms, 50ms, 2'000ms}) {
        EXPECT_EQ(events_in(plan_of({event_of(lasts)}, within(30s)).cases[0]), 1u);
    }
}

TEST(event_plan, short_events_get_as_many_as_fit_into_ten_milliseconds) {
    const plan made =
        plan_of({event_of(100us), event_of(1ms), event_of(5ms), event_of(3ms)}, within(6s));
    EXPECT_EQ(events_in(made.cases[0]), 100u);
    EXPECT_EQ(events_in(made.cases[1]), 10u);
    EXPECT_EQ(events_in(made.cases[2]), 2u);
    EXPECT_EQ(events_in(made.cases[3]), 3u);
}

// A value must not depend on the time that it is given, nor on the cases beside it.
TEST(event_plan, neither_budget_nor_other_cases_change_how_many_events_a_round_has) {
    const std::vector<pilot> pilots{event_of(30ms), event_of(500us), yield};
    const case_plan alone = plan_of({event_of(500us)}, within(0ns)).cases[0];
    for (const auto budget : {0ns, 160'000'000ns, 4'000'000'000ns, 3'600'000'000'000ns}) {
        limits until = within(budget);
        EXPECT_EQ(events_in(plan_of(pilots, until).cases[0]), 1u);
        EXPECT_EQ(events_in(plan_of(pilots, until).cases[1]), events_in(alone));
        until.exact_rounds = 90;
        EXPECT_EQ(events_in(plan_of(pilots, until).cases[1]), events_in(alone));
    }
}

TEST(event_plan, a_loop_beside_a_long_event_has_the_batches_that_it_always_has) {
    const case_plan alone = plan_of({yield}, within(1s)).cases[0];
    const case_plan beside = plan_of({event_of(500ms), yield}, within(1s)).cases[1];
    EXPECT_EQ(beside.value.segments, alone.value.segments);
    EXPECT_EQ(beside.samples.segments, alone.samples.segments);
}

TEST(event_plan, a_round_takes_what_its_events_take_and_the_reference_loops) {
    const plan made = plan_of({event_of(2s), event_of(100us)}, within(30s));
    EXPECT_NEAR(made.cases[0].round_ns, 2e9 + setup_ns, 1e6);
    EXPECT_NEAR(made.cases[1].round_ns, 10e6 + setup_ns, 1e6);
    EXPECT_GT(made.cases[1].round_ns, 10e6 + setup_ns + 0.6e6);
}

TEST(event_plan, a_budget_without_time_for_eight_rounds_of_long_events_means_fewer_passes) {
    const std::vector<pilot> pilots{event_of(500ms)}; // a second, since it runs twice
    EXPECT_EQ(plan_of(pilots, within(8100ms)).passes, 8u);
    EXPECT_EQ(plan_of(pilots, within(7100ms)).passes, 7u);
    EXPECT_EQ(plan_of(pilots, within(1s)).passes, 6u);
    const plan made = plan_of(pilots, within(1s));
    EXPECT_THAT(order_pass(made, 0, 0, 100ms, {}).rounds, ElementsAre(1));
}

} // namespace
} // namespace tollgate::measure
