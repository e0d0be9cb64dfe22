// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <vector>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
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

limits exactly(std::uint64_t rounds, std::chrono::nanoseconds budget) {
    limits until = within(budget);
    until.exact_rounds = rounds;
    return until;
}

plan plan_of(const std::vector<pilot>& pilots, const limits& until) {
    return make_plan(pilots, until, reading_ns, 1);
}

/// How many events a round, the warm-up's not counted.
std::uint64_t events_in(const case_plan& one) {
    return one.samples.groups();
}

/// Without the warm-up: what that waits for may be shorter.
double slot_ns(const case_plan& one, const pilot& seen) {
    if (seen.events) {
        return seen.setup_ns + static_cast<double>(events_in(one)) * seen.operation_ns;
    }
    double sum = 0;
    for (const schedule* asked : {&one.value, &one.samples}) {
        sum += seen.setup_ns + static_cast<double>(asked->operations()) * seen.operation_ns +
               static_cast<double>(asked->groups()) * 2 * reading_ns;
    }
    return sum;
}

/// What a round takes; the first case runs twice.
double round_ns(const plan& made, const std::vector<pilot>& pilots) {
    double sum = slot_ns(made.cases[0], pilots[0]);
    for (std::size_t i = 0; i < pilots.size(); ++i) {
        sum += slot_ns(made.cases[i], pilots[i]);
    }
    return sum;
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
    const std::vector<pilot> pilots{event_of(50ms), event_of(2s)};
    const plan made = plan_of(pilots, within(30s));
    EXPECT_EQ(events_in(made.cases[1]), 1u);
    EXPECT_EQ(events_in(plan_of({event_of(50ms)}, within(4s)).cases[0]), 1u);
}

TEST(event_plan, short_events_get_several_a_round) {
    const std::vector<pilot> pilots{event_of(100us), event_of(1ms)};
    const plan made = plan_of(pilots, within(6s));
    const double share_ns = 6e9 / 40 / 3;
    EXPECT_NEAR(static_cast<double>(events_in(made.cases[0])), (share_ns - setup_ns) / 100e3, 1);
    EXPECT_NEAR(static_cast<double>(events_in(made.cases[1])), (share_ns - setup_ns) / 1e6, 1);
}

TEST(event_plan, rounds_are_fewer_before_short_events_are_few) {
    // Forty rounds would have a share of 2 ms.
    const std::vector<pilot> pilots{event_of(1ms)};
    EXPECT_GE(events_in(plan_of(pilots, within(160ms)).cases[0]), 9u);
}

TEST(event_plan, a_long_budget_makes_more_rounds_not_longer_batches) {
    const plan made = plan_of({event_of(1ms), event_of(400ms)}, within(3'600s));
    EXPECT_EQ(events_in(made.cases[0]), 250u) << "an interrupt waits for one, not for all";
    EXPECT_EQ(events_in(made.cases[1]), 1u);
}

TEST(event_plan, six_rounds_fit_whenever_they_can) {
    const std::vector<pilot> pilots{event_of(30ms), event_of(500us), yield, event_of(200ms)};
    const double least_ns = round_ns(plan_of(pilots, within(0ns)), pilots) + 20e6;
    for (const double times : {1.0, 1.3, 3.7, 6.0, 20.0}) {
        const std::chrono::nanoseconds budget(static_cast<std::int64_t>(6 * times * least_ns));
        const plan made = plan_of(pilots, within(budget));
        EXPECT_LE(6 * round_ns(made, pilots), 1.01 * static_cast<double>(budget.count())) << times;
    }
}

TEST(event_plan, exact_rounds_fit_whenever_they_can) {
    const std::vector<pilot> pilots{event_of(30ms), event_of(500us), yield};
    for (const std::uint64_t rounds : {1u, 7u, 30u, 90u}) {
        const plan made = plan_of(pilots, exactly(rounds, 10s));
        EXPECT_EQ(made.until.exact_rounds, rounds);
        EXPECT_LE(static_cast<double>(rounds) * round_ns(made, pilots), 1.01 * 10e9) << rounds;
        EXPECT_GT(events_in(made.cases[1]), 1u) << rounds;
    }
}

TEST(event_plan, what_long_events_take_beyond_their_share_short_ones_go_without) {
    const std::vector<pilot> pilots{event_of(500ms), event_of(100us)};
    const plan made = plan_of(pilots, exactly(10, 11s));
    EXPECT_EQ(events_in(made.cases[0]), 1u);
    // 1.1 s a round, less twice the long event and what each batch costs besides.
    EXPECT_NEAR(static_cast<double>(events_in(made.cases[1])), (100e6 - 3 * setup_ns) / 100e3, 1);
    EXPECT_NEAR(10 * round_ns(made, pilots) / 11e9, 1, 0.01);
}

TEST(event_plan, who_leaves_of_its_share_leaves_it_to_nobody) {
    const std::vector<pilot> pilots{event_of(20ms), event_of(1ms), event_of(1ms)};
    const plan made = plan_of(pilots, exactly(10, 1s));
    EXPECT_EQ(events_in(made.cases[0]), 1u) << "two would be 40 of 25 ms";
    EXPECT_EQ(events_in(made.cases[1]), 24u);
    EXPECT_EQ(events_in(made.cases[2]), 24u);
}

TEST(event_plan, where_nothing_fits_there_is_one_of_each) {
    const plan made = plan_of({event_of(500ms), event_of(100us)}, exactly(10, 1s));
    EXPECT_EQ(events_in(made.cases[0]), 1u);
    EXPECT_EQ(events_in(made.cases[1]), 1u);
}

TEST(event_plan, a_loop_beside_a_long_event_gets_its_shortest_batches) {
    const std::vector<pilot> pilots{event_of(500ms), yield};
    const case_plan least = plan_of({yield}, within(0ns)).cases[0];
    const case_plan beside = plan_of(pilots, exactly(10, 10s)).cases[1];
    EXPECT_EQ(beside.value.segments, least.value.segments);
    EXPECT_EQ(beside.samples.segments, least.samples.segments);
}

} // namespace
} // namespace tollgate::measure
