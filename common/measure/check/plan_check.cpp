// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/stop_reason.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <string>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Gt;

constexpr double reading_ns = 25;
const pilot yield{58, 20'000, 5, 500'000};
const pilot hand_off{4'500, 150'000, 4, 500'000};

limits within(std::chrono::nanoseconds budget) {
    limits until;
    until.budget = budget;
    return until;
}

/// A plan in which the first case runs twice a round.
plan plan_of(const std::vector<pilot>& pilots, const limits& until,
             double a_reading_ns = reading_ns) {
    return make_plan(pilots, {0}, until, a_reading_ns, 1);
}

/// The time of a batch without its setup.
double batch_ns(const schedule& scheduled, const pilot& trial) {
    return static_cast<double>(scheduled.operations()) * trial.operation_ns +
           static_cast<double>(scheduled.groups()) * 2 * reading_ns;
}

/// The time of a round of all cases, in which the first runs twice.
double round_ns(const plan& run_plan) {
    double sum = run_plan.cases.front().round_ns;
    for (const case_plan& planned : run_plan.cases) {
        sum += planned.round_ns;
    }
    return sum;
}

/// The time of this number of rounds of all cases.
std::chrono::nanoseconds rounds_of(double rounds, const plan& run_plan) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(rounds * round_ns(run_plan)));
}

/// The properties of every plan.
void expect_sound(const case_plan& planned, const pilot& trial) {
    SCOPED_TRACE("operation " + std::to_string(trial.operation_ns) + " ns, lap " +
                 std::to_string(trial.lap));
    ASSERT_EQ(planned.value.segments.size(), 1u);
    const segment& value = planned.value.segments.front();
    EXPECT_EQ(value.groups, 1u);
    EXPECT_EQ(value.size % trial.lap, 0u);
    EXPECT_GE(value.size, trial.lap);
    EXPECT_GE(static_cast<double>(value.size) * trial.operation_ns, 200 * reading_ns);
    EXPECT_LE(2 * reading_ns, 0.005 * static_cast<double>(value.size) * trial.operation_ns);

    ASSERT_EQ(planned.samples.segments.size(), std::size(fit_sizes));
    for (std::size_t i = 0; i < std::size(fit_sizes); ++i) {
        EXPECT_EQ(planned.samples.segments[i].size, fit_sizes[i]);
        EXPECT_GE(planned.samples.segments[i].groups, 1u);
        EXPECT_LE(planned.samples.segments[i].groups, planned.samples.segments[0].groups);
    }
    EXPECT_GE(planned.samples.segments[0].groups, 32u);
    EXPECT_LE(static_cast<double>(planned.samples.segments[0].groups) * 2 * reading_ns, 2.1e6);
    for (const schedule* scheduled : {&planned.value, &planned.samples}) {
        EXPECT_GE(scheduled->warmup, 2 * trial.lap);
        EXPECT_EQ(scheduled->warmup % trial.lap, 0u);
        EXPECT_GE(static_cast<double>(scheduled->warmup) * trial.operation_ns, trial.settling_ns);
    }
}

TEST(plan, is_sound_for_every_kind_of_operation) {
    for (const double operation_ns : {0.1, 3.0, 58.0, 75e3, 2e6, 5e8}) {
        for (const std::uint64_t lap : {1u, 5u, 1000u, 100'000u}) {
            for (const auto budget : {0ns, 1'000'000ns, 1'000'000'000ns, 600'000'000'000ns}) {
                const pilot trial{operation_ns, 3e4, lap, 5e5};
                const plan run_plan = plan_of({trial, yield}, within(budget));
                ASSERT_EQ(run_plan.cases.size(), 2u);
                expect_sound(run_plan.cases[0], trial);
                expect_sound(run_plan.cases[1], yield);
            }
        }
    }
}

TEST(plan, batches_take_two_milliseconds) {
    for (const double operation_ns : {0.5, 3.0, 58.0, 900.0}) {
        const pilot trial{operation_ns, 3e4, 5, 0};
        const case_plan planned = plan_of({trial}, within(1s)).cases[0];
        EXPECT_NEAR(static_cast<double>(planned.value.segments[0].size) * operation_ns, 2e6,
                    5 * operation_ns);
        EXPECT_NEAR(batch_ns(planned.samples, trial) / 2e6, 1, 0.02) << operation_ns;
    }
}

TEST(plan, a_case_may_have_shorter_batches_and_no_samples) {
    pilot trial{50, 3e4, 2, 1e5};
    trial.batch_ns = 5e5;
    EXPECT_EQ(plan_of({trial}, within(1s)).cases[0].value.segments[0].size, 10'000u);
    EXPECT_NEAR(batch_ns(plan_of({trial}, within(1s)).cases[0].samples, trial) / 6e5, 1, 0.02);
    trial.sampled = false;
    EXPECT_TRUE(plan_of({trial}, within(1s)).cases[0].samples.segments.empty());
}

// A value must not depend on the budget.
TEST(plan, batches_do_not_depend_on_the_budget) {
    const std::vector<pilot> pilots{yield, hand_off, {2e9, 1e5, 1, 0}};
    const plan least = plan_of(pilots, within(0ns));
    for (const auto budget : {1'000'000ns, 150'000'000ns, 10'000'000'000ns, 3'600'000'000'000ns}) {
        for (const std::uint64_t passes : {1u, 8u, 20u}) {
            limits until = within(budget);
            until.passes = passes;
            const plan run_plan = plan_of(pilots, until);
            for (std::size_t i = 0; i < pilots.size(); ++i) {
                EXPECT_EQ(run_plan.cases[i].value.segments, least.cases[i].value.segments);
                EXPECT_EQ(run_plan.cases[i].samples.segments, least.cases[i].samples.segments);
                EXPECT_EQ(run_plan.cases[i].value.warmup, least.cases[i].value.warmup);
                EXPECT_EQ(run_plan.cases[i].round_ns, least.cases[i].round_ns);
            }
        }
    }
}

TEST(plan, a_slow_clock_makes_groups_longer) {
    const double slow_ns = 30'000; // a clock that is a system call
    const plan run_plan = plan_of({yield}, within(0ns), slow_ns);
    EXPECT_GE(static_cast<double>(run_plan.cases[0].value.segments[0].size) * yield.operation_ns,
              200 * 2 * slow_ns);
}

TEST(plan, a_very_slow_operation_is_not_repeated_for_long) {
    const pilot slow{2e9, 1e5, 1, 0};
    const plan run_plan = plan_of({slow}, within(1s));
    expect_sound(run_plan.cases[0], slow);
    EXPECT_EQ(run_plan.cases[0].value.segments[0].size, 1u);
    EXPECT_LE(run_plan.cases[0].samples.operations(), 120u);
}

/// Like rings of many threads, which settle for much longer than a batch takes.
const pilot slow_to_settle{4'500, 150'000, 4, 6'400'000};

TEST(plan, joins_a_case_that_settles_for_half_a_batch) {
    pilot trial = hand_off;
    trial.settling_ns = 0.9e6;
    EXPECT_FALSE(plan_of({trial}, within(1s)).cases[0].joined);
    trial.settling_ns = 1.1e6;
    EXPECT_TRUE(plan_of({trial}, within(1s)).cases[0].joined);
    const case_plan slow = plan_of({slow_to_settle}, within(1s)).cases[0];
    EXPECT_TRUE(slow.joined);
    expect_sound(slow, slow_to_settle);
}

TEST(plan, readings_are_a_small_part_of_a_joined_batch) {
    pilot quick = slow_to_settle;
    quick.operation_ns = 39 * reading_ns;
    EXPECT_FALSE(plan_of({quick}, within(1s)).cases[0].joined);
    quick.operation_ns = 41 * reading_ns;
    const case_plan planned = plan_of({quick}, within(1s)).cases[0];
    EXPECT_TRUE(planned.joined);
    const schedule whole = join(planned, true);
    EXPECT_LT(2 * reading_ns * static_cast<double>(whole.groups()),
              0.014 * quick.operation_ns * static_cast<double>(whole.operations()));
}

TEST(plan, time_of_a_round_contains_batches_and_reference_loops) {
    for (pilot trial : {yield, hand_off, slow_to_settle}) {
        for (const std::size_t cpus : {0u, 1u, 2u}) {
            trial.cpus.assign(cpus, 0);
            const case_plan planned = plan_of({trial}, within(1s)).cases[0];
            const double batches_ns = batch_ns(planned.value, trial) +
                                      batch_ns(planned.samples, trial) +
                                      (planned.joined ? 1 : 2) * trial.setup_ns;
            const double references_ns = 0.6e6 * static_cast<double>(cpus == 0 ? 1 : cpus);
            EXPECT_GE(planned.round_ns, batches_ns + references_ns);
            EXPECT_LE(planned.round_ns, batches_ns + 1.4 * references_ns);
        }
    }
}

TEST(plan, has_the_requested_passes_if_each_has_time_for_a_round) {
    const std::vector<pilot> pilots{yield, hand_off};
    const plan any = plan_of(pilots, within(0ns));
    for (const std::uint64_t requested : {6u, 8u, 10u, 25u}) {
        limits until = within(rounds_of(static_cast<double>(requested) + 0.01, any));
        until.passes = requested;
        EXPECT_EQ(plan_of(pilots, until).passes, requested);
        until.budget = 1h;
        EXPECT_EQ(plan_of(pilots, until).passes, requested);
    }
    EXPECT_EQ(any.passes, fewest_passes) << "but never fewer than six";
    EXPECT_EQ(plan_of(pilots, within(rounds_of(7.5, any))).passes, 7u);
}

TEST(plan, has_fewer_passes_if_fewer_are_requested) {
    const std::pair<std::uint64_t, std::uint64_t> passes_for[] = {{0, 1}, {1, 1}, {2, 2}, {5, 5}};
    for (const auto& [requested, passes] : passes_for) {
        for (const auto budget : {0ns, 3'600'000'000'000ns}) {
            limits until = within(budget);
            until.passes = requested;
            EXPECT_EQ(plan_of({yield}, until).passes, passes);
        }
    }
}

TEST(plan, shares_exact_rounds_over_at_most_as_many_passes) {
    const std::pair<std::uint64_t, std::uint64_t> passes_for[] = {
        {0, 1}, {3, 3}, {9, 9}, {10, 9}, {1000, 9}};
    for (const auto& [rounds, passes] : passes_for) {
        limits until = within(0ns);
        until.exact_rounds = rounds;
        EXPECT_EQ(plan_of({yield}, until).passes, passes) << rounds;
    }
}

constexpr double setup_ns = 200e3;

pilot event_of(std::chrono::nanoseconds lasts) {
    return {
        .operation_ns = static_cast<double>(lasts.count()), .setup_ns = setup_ns, .events = true};
}

// A value must depend neither on the budget nor on the other cases.
TEST(event_plan, has_events_for_ten_milliseconds_and_a_warm_up_event) {
    const std::pair<std::chrono::nanoseconds, std::uint64_t> events_for[] = {
        {100us, 100}, {1ms, 10}, {3ms, 3}, {5ms, 2}, {6ms, 1}, {700ms, 1}};
    for (const auto& [lasts, events] : events_for) {
        for (const auto budget : {0ns, 160'000'000ns, 3'600'000'000'000ns}) {
            const case_plan events_alone = plan_of({event_of(lasts)}, within(budget)).cases[0];
            const case_plan planned =
                plan_of({event_of(lasts), yield, event_of(30ms)}, within(budget)).cases[0];
            EXPECT_THAT(planned.value.segments, ElementsAre());
            EXPECT_FALSE(planned.joined);
            EXPECT_EQ(planned.samples.warmup, 1u);
            EXPECT_THAT(planned.samples.segments, ElementsAre(segment{events, 1}));
            EXPECT_EQ(planned.samples.segments, events_alone.samples.segments);
        }
    }
}

TEST(event_plan, time_of_a_round_contains_events_and_reference_loops) {
    const plan run_plan = plan_of({event_of(2s), event_of(100us)}, within(30s));
    EXPECT_NEAR(run_plan.cases[0].round_ns, 2e9 + setup_ns, 1e6);
    EXPECT_NEAR(run_plan.cases[1].round_ns, 10e6 + setup_ns, 1e6);
    EXPECT_GT(run_plan.cases[1].round_ns, 10e6 + setup_ns + 0.6e6);
}

constexpr std::uint64_t most_rounds = 60;

/// Cases with these times of a round; the first runs twice.
plan plan_of_rounds(const std::vector<std::chrono::nanoseconds>& rounds_take) {
    plan run_plan;
    for (const std::chrono::nanoseconds time : rounds_take) {
        run_plan.cases.push_back({{}, {}, false, static_cast<double>(time.count())});
    }
    run_plan.controls = {0};
    run_plan.passes = 8;
    run_plan.seed = 5;
    return run_plan;
}

std::vector<std::uint64_t> rounds_in(const plan& run_plan, std::chrono::nanoseconds time,
                                     const std::vector<double>& needs = {}) {
    return order_pass(run_plan, 2, 7, time, needs).rounds;
}

/// The time of these rounds together.
double time_ns(const plan& run_plan, const std::vector<std::uint64_t>& rounds) {
    double sum = 0;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        sum += static_cast<double>(rounds[i]) * run_plan.cases[i].round_ns;
    }
    for (const std::size_t control : run_plan.controls) {
        sum += static_cast<double>(rounds[control]) * run_plan.cases[control].round_ns;
    }
    return sum;
}

TEST(order_pass, gives_all_cases_the_same_rounds_without_needs) {
    const plan run_plan = plan_of_rounds({5ms, 10ms}); // 20 ms for all, since the first runs twice
    EXPECT_THAT(rounds_in(run_plan, 200ms), ElementsAre(10, 10));
    EXPECT_THAT(rounds_in(run_plan, 219ms), ElementsAre(10, 10));
    EXPECT_THAT(rounds_in(run_plan, 221ms), ElementsAre(11, 11));
}

TEST(order_pass, gives_one_to_sixty_rounds) {
    const plan run_plan = plan_of_rounds({5ms, 10ms});
    for (const std::chrono::nanoseconds time : {-1'000'000'000ns, 0ns, 1ns, 19'000'000ns}) {
        EXPECT_THAT(rounds_in(run_plan, time), ElementsAre(1, 1));
        EXPECT_THAT(rounds_in(run_plan, time, {1, 5}), ElementsAre(1, 1));
        EXPECT_THAT(rounds_in(run_plan, time, {0.1, 0.1}), ElementsAre(1, 1));
    }
    EXPECT_THAT(rounds_in(run_plan, 1h), ElementsAre(most_rounds, most_rounds));
    EXPECT_THAT(rounds_in(run_plan, 1h, {2, 5}), ElementsAre(most_rounds, most_rounds));
}

TEST(order_pass, accepts_cases_without_length) {
    EXPECT_THAT(rounds_in(plan_of_rounds({0ms, 0ms}), 1s), ElementsAre(most_rounds, most_rounds));
    for (const std::uint64_t rounds : rounds_in(plan_of_rounds({0ms, 0ms}), 1s, {1, 2})) {
        EXPECT_GE(rounds, 1u);
        EXPECT_LE(rounds, most_rounds);
    }
}

TEST(order_pass, gives_the_time_of_precise_cases_to_the_others) {
    const plan run_plan = plan_of_rounds({5ms, 5ms, 5ms});
    const auto time = 200ms; // ten rounds of all
    EXPECT_THAT(rounds_in(run_plan, time), ElementsAre(10, 10, 10));
    // Three rounds of the precise cases take 45 ms, and 155 ms are left.
    EXPECT_THAT(rounds_in(run_plan, time, {0.5, 3, 0.5}), ElementsAre(3, 31, 3));
    EXPECT_THAT(rounds_in(run_plan, time, {0.5, 0.79, 0.1}), ElementsAre(3, 3, 3));
    EXPECT_THAT(rounds_in(run_plan, 40ms, {0.5, 0.5, 0.5}), ElementsAre(2, 2, 2));
    EXPECT_THAT(rounds_in(run_plan, time, {0.5, 0.9, 0.5}), ElementsAre(3, 31, 3))
        << "hardly precise";
    EXPECT_EQ(rounds_in(run_plan, time, {2, std::nan(""), 2})[1], 3u) << "NaN";
}

TEST(order_pass, gives_even_rounds_if_the_limits_require_them) {
    plan run_plan = plan_of_rounds({5ms, 5ms, 5ms});
    run_plan.until.even_rounds = true;
    EXPECT_THAT(rounds_in(run_plan, 200ms, {0.5, 3, 0.5}), ElementsAre(10, 10, 10));
}

TEST(order_pass, shares_time_by_need_up_to_six) {
    plan run_plan = plan_of_rounds({5ms, 5ms});
    run_plan.controls.clear();
    // Three rounds of each take 30 ms, 240 ms are shared out.
    EXPECT_THAT(rounds_in(run_plan, 270ms, {1, 3}), ElementsAre(3 + 12, 3 + 36));
    EXPECT_THAT(rounds_in(run_plan, 270ms, {2, 6}), ElementsAre(3 + 12, 3 + 36));
    EXPECT_THAT(rounds_in(run_plan, 270ms, {2, 1000}), ElementsAre(3 + 12, 3 + 36));
    const double endless = std::numeric_limits<double>::infinity();
    EXPECT_THAT(rounds_in(run_plan, 270ms, {2, endless}), ElementsAre(3 + 12, 3 + 36));
}

TEST(order_pass, fills_its_time_and_does_not_exceed_it) {
    const plan run_plan = plan_of_rounds({5ms, 11ms, 3ms, 40ms});
    for (const auto time : {300ms, 700ms, 900ms}) {
        for (const std::vector<double>& needs :
             std::vector<std::vector<double>>{{}, {1, 1, 1, 1}, {0.1, 9, 0.9, 2}, {5, 0.1, 5, 5}}) {
            const std::vector<std::uint64_t> rounds = rounds_in(run_plan, time, needs);
            EXPECT_LE(time_ns(run_plan, rounds),
                      static_cast<double>(std::chrono::nanoseconds(time).count()));
            EXPECT_THAT(rounds, Each(Ge(1u)));
        }
        // Less than a round of each case is left over.
        const std::vector<std::uint64_t> rounds = rounds_in(run_plan, time, {1, 1, 1, 1});
        EXPECT_GT(time_ns(run_plan, rounds) + 64e6,
                  static_cast<double>(std::chrono::nanoseconds(time).count()));
    }
}

TEST(order_pass, shares_exact_rounds_evenly) {
    for (const std::uint64_t exact : {1u, 2u, 7u, 8u, 9u, 30u, 101u}) {
        plan run_plan = plan_of_rounds({5ms, 10ms});
        run_plan.until.exact_rounds = exact;
        run_plan.passes = std::min<std::uint64_t>(8, exact);
        std::vector<std::uint64_t> in_pass;
        for (std::uint64_t index = 0; index < run_plan.passes; ++index) {
            // Neither time nor needs count.
            const pass_order order = order_pass(run_plan, index, 0, 0ns, std::vector{0.1, 9.0});
            EXPECT_EQ(order.rounds[0], order.rounds[1]);
            in_pass.push_back(order.rounds[0]);
        }
        EXPECT_EQ(std::accumulate(in_pass.begin(), in_pass.end(), std::uint64_t{0}), exact);
        EXPECT_LE(in_pass.front() - in_pass.back(), 1u);
        EXPECT_THAT(in_pass, Each(Gt(0u)));
    }
}

constexpr auto go_on = std::nullopt;

plan plan_of_passes(std::uint64_t passes, std::chrono::nanoseconds budget = 10s) {
    plan run_plan;
    run_plan.passes = passes;
    run_plan.until.budget = budget;
    return run_plan;
}

TEST(decide_stop, stops_when_the_widest_interval_is_narrow_enough) {
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, 3s, 500ms, 1.0}), stop_reason::converged);
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, 3s, 500ms, 1.01}), go_on);
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, 3s, 500ms, {}}), go_on)
        << "a case has no interval";
}

// Earlier, a machine that changes its speed has shown only one of its speeds.
TEST(decide_stop, does_not_converge_before_the_least_spread) {
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, least_spread - 1ns, 1ms, 0.1}), go_on);
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, least_spread, 1ms, 0.1}), stop_reason::converged);
}

TEST(decide_stop, goes_on_for_six_passes_whatever_the_budget) {
    for (std::uint64_t passes = 1; passes < fewest_passes; ++passes) {
        EXPECT_EQ(decide_stop(plan_of_passes(8), {passes, 3s, 500ms, 0.1}), go_on) << passes;
        EXPECT_EQ(decide_stop(plan_of_passes(8, 1ns), {passes, 1h, 1h, 0.1}), go_on) << passes;
    }
    EXPECT_EQ(decide_stop(plan_of_passes(8, 1ns), {6, 1h, 1h, 5.0}), stop_reason::budget);
}

TEST(decide_stop, stops_after_fewer_passes_if_fewer_are_planned) {
    for (const std::uint64_t planned : {1u, 2u, 5u}) {
        EXPECT_EQ(decide_stop(plan_of_passes(planned), {planned, 1s, 500ms, {}}),
                  stop_reason::passes);
        if (planned > 1) {
            EXPECT_EQ(decide_stop(plan_of_passes(planned, 1ns), {planned - 1, 1h, 1h, {}}), go_on);
        }
    }
}

TEST(decide_stop, stops_before_a_pass_that_exceeds_the_budget) {
    EXPECT_EQ(decide_stop(plan_of_passes(9), {7, 9s, 1s, 5.0}), go_on);
    EXPECT_EQ(decide_stop(plan_of_passes(9), {7, 9001ms, 1s, 5.0}), stop_reason::budget);
    EXPECT_EQ(decide_stop(plan_of_passes(9), {7, 10s, 1s, 5.0}), stop_reason::budget);
}

TEST(decide_stop, stops_after_the_planned_passes) {
    EXPECT_EQ(decide_stop(plan_of_passes(9, 1h), {8, 3s, 1s, 5.0}), go_on);
    EXPECT_EQ(decide_stop(plan_of_passes(9, 1h), {9, 3s, 1s, 5.0}), stop_reason::passes)
        << "there is time";
    EXPECT_EQ(decide_stop(plan_of_passes(9), {9, 9500ms, 1s, 5.0}), stop_reason::budget)
        << "there is no time for another pass";
    EXPECT_EQ(decide_stop(plan_of_passes(9, 1h), {9, 3s, 1s, 0.5}), stop_reason::converged)
        << "converged comes before the end of the passes";
}

TEST(decide_stop, ignores_all_but_exact_rounds) {
    plan exact = plan_of_passes(8, 1ns);
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
