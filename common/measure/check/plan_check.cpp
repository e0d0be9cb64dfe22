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

/// The first case runs twice a round.
plan plan_of(const std::vector<pilot>& pilots, const limits& until,
             double a_reading_ns = reading_ns) {
    return make_plan(pilots, {0}, until, a_reading_ns, 1);
}

/// Without the setting up.
double batch_ns(const schedule& asked, const pilot& seen) {
    return static_cast<double>(asked.operations()) * seen.operation_ns +
           static_cast<double>(asked.groups()) * 2 * reading_ns;
}

/// What a round of all cases takes; the first runs twice.
double round_ns(const plan& made) {
    double sum = made.cases.front().round_ns;
    for (const case_plan& one : made.cases) {
        sum += one.round_ns;
    }
    return sum;
}

/// So many rounds of all cases.
std::chrono::nanoseconds rounds_of(double rounds, const plan& made) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(rounds * round_ns(made)));
}

/// What holds for every plan.
void expect_sound(const case_plan& one, const pilot& seen) {
    SCOPED_TRACE("operation " + std::to_string(seen.operation_ns) + " ns, lap " +
                 std::to_string(seen.lap));
    ASSERT_EQ(one.value.segments.size(), 1u);
    const segment& value = one.value.segments.front();
    EXPECT_EQ(value.groups, 1u);
    EXPECT_EQ(value.size % seen.lap, 0u);
    EXPECT_GE(value.size, seen.lap);
    EXPECT_GE(static_cast<double>(value.size) * seen.operation_ns, 200 * reading_ns);
    EXPECT_LE(2 * reading_ns, 0.005 * static_cast<double>(value.size) * seen.operation_ns);

    ASSERT_EQ(one.samples.segments.size(), std::size(fit_sizes));
    for (std::size_t i = 0; i < std::size(fit_sizes); ++i) {
        EXPECT_EQ(one.samples.segments[i].size, fit_sizes[i]);
        EXPECT_GE(one.samples.segments[i].groups, 1u);
        EXPECT_LE(one.samples.segments[i].groups, one.samples.segments[0].groups);
    }
    EXPECT_GE(one.samples.segments[0].groups, 32u);
    EXPECT_LE(static_cast<double>(one.samples.segments[0].groups) * 2 * reading_ns, 2.1e6);
    for (const schedule* asked : {&one.value, &one.samples}) {
        EXPECT_GE(asked->warmup, 2 * seen.lap);
        EXPECT_EQ(asked->warmup % seen.lap, 0u);
        EXPECT_GE(static_cast<double>(asked->warmup) * seen.operation_ns, seen.settling_ns);
    }
}

TEST(plan, is_sound_for_every_kind_of_operation) {
    for (const double operation_ns : {0.1, 3.0, 58.0, 75e3, 2e6, 5e8}) {
        for (const std::uint64_t lap : {1u, 5u, 1000u, 100'000u}) {
            for (const auto budget : {0ns, 1'000'000ns, 1'000'000'000ns, 600'000'000'000ns}) {
                const pilot seen{operation_ns, 3e4, lap, 5e5};
                const plan made = plan_of({seen, yield}, within(budget));
                ASSERT_EQ(made.cases.size(), 2u);
                expect_sound(made.cases[0], seen);
                expect_sound(made.cases[1], yield);
            }
        }
    }
}

TEST(plan, batches_take_two_milliseconds) {
    for (const double operation_ns : {0.5, 3.0, 58.0, 900.0}) {
        const pilot seen{operation_ns, 3e4, 5, 0};
        const case_plan one = plan_of({seen}, within(1s)).cases[0];
        EXPECT_NEAR(static_cast<double>(one.value.segments[0].size) * operation_ns, 2e6,
                    5 * operation_ns);
        EXPECT_NEAR(batch_ns(one.samples, seen) / 2e6, 1, 0.02) << operation_ns;
    }
}

// A value must not depend on the time that it is given.
TEST(plan, a_budget_does_not_change_what_a_batch_is) {
    const std::vector<pilot> pilots{yield, hand_off, {2e9, 1e5, 1, 0}};
    const plan least = plan_of(pilots, within(0ns));
    for (const auto budget : {1'000'000ns, 150'000'000ns, 10'000'000'000ns, 3'600'000'000'000ns}) {
        for (const std::uint64_t passes : {1u, 8u, 20u}) {
            limits until = within(budget);
            until.passes = passes;
            const plan made = plan_of(pilots, until);
            for (std::size_t i = 0; i < pilots.size(); ++i) {
                EXPECT_EQ(made.cases[i].value.segments, least.cases[i].value.segments);
                EXPECT_EQ(made.cases[i].samples.segments, least.cases[i].samples.segments);
                EXPECT_EQ(made.cases[i].value.warmup, least.cases[i].value.warmup);
                EXPECT_EQ(made.cases[i].round_ns, least.cases[i].round_ns);
            }
        }
    }
}

TEST(plan, a_slow_clock_makes_groups_longer) {
    const double slow_ns = 30'000; // a clock that is a system call
    const plan made = plan_of({yield}, within(0ns), slow_ns);
    EXPECT_GE(static_cast<double>(made.cases[0].value.segments[0].size) * yield.operation_ns,
              200 * 2 * slow_ns);
}

TEST(plan, a_very_slow_operation_is_not_repeated_for_long) {
    const pilot slow{2e9, 1e5, 1, 0};
    const plan made = plan_of({slow}, within(1s));
    expect_sound(made.cases[0], slow);
    EXPECT_EQ(made.cases[0].value.segments[0].size, 1u);
    EXPECT_LE(made.cases[0].samples.operations(), 120u);
}

/// As many threads' rings: they settle for much longer than a batch takes.
const pilot slow_to_settle{4'500, 150'000, 4, 6'400'000};

TEST(plan, a_case_is_joined_from_half_a_batch_of_settling_on) {
    pilot seen = hand_off;
    seen.settling_ns = 0.9e6;
    EXPECT_FALSE(plan_of({seen}, within(1s)).cases[0].joined);
    seen.settling_ns = 1.1e6;
    EXPECT_TRUE(plan_of({seen}, within(1s)).cases[0].joined);
    const case_plan slow = plan_of({slow_to_settle}, within(1s)).cases[0];
    EXPECT_TRUE(slow.joined);
    expect_sound(slow, slow_to_settle);
}

TEST(plan, readings_are_little_of_a_joined_batch) {
    pilot quick = slow_to_settle;
    quick.operation_ns = 39 * reading_ns;
    EXPECT_FALSE(plan_of({quick}, within(1s)).cases[0].joined);
    quick.operation_ns = 41 * reading_ns;
    const case_plan one = plan_of({quick}, within(1s)).cases[0];
    EXPECT_TRUE(one.joined);
    const schedule whole = join(one, true);
    EXPECT_LT(2 * reading_ns * static_cast<double>(whole.groups()),
              0.014 * quick.operation_ns * static_cast<double>(whole.operations()));
}

TEST(plan, a_round_takes_what_its_batches_take_and_the_reference_loops) {
    for (pilot seen : {yield, hand_off, slow_to_settle}) {
        for (const std::size_t cpus : {0u, 1u, 2u}) {
            seen.cpus.assign(cpus, 0);
            const case_plan one = plan_of({seen}, within(1s)).cases[0];
            const double batches_ns = batch_ns(one.value, seen) + batch_ns(one.samples, seen) +
                                      (one.joined ? 1 : 2) * seen.setup_ns;
            const double references_ns = 0.6e6 * static_cast<double>(cpus == 0 ? 1 : cpus);
            EXPECT_GE(one.round_ns, batches_ns + references_ns);
            EXPECT_LE(one.round_ns, batches_ns + 1.4 * references_ns);
        }
    }
}

TEST(plan, there_are_as_many_passes_as_were_asked_for_if_each_has_time_for_a_round) {
    const std::vector<pilot> pilots{yield, hand_off};
    const plan any = plan_of(pilots, within(0ns));
    for (const std::uint64_t asked : {6u, 8u, 10u, 25u}) {
        limits until = within(rounds_of(static_cast<double>(asked) + 0.01, any));
        until.passes = asked;
        EXPECT_EQ(plan_of(pilots, until).passes, asked);
        until.budget = 1h;
        EXPECT_EQ(plan_of(pilots, until).passes, asked);
    }
    EXPECT_EQ(any.passes, fewest_passes) << "but never fewer than six";
    EXPECT_EQ(plan_of(pilots, within(rounds_of(7.5, any))).passes, 7u);
}

TEST(plan, fewer_passes_are_made_where_fewer_are_asked_for) {
    const std::pair<std::uint64_t, std::uint64_t> passes_for[] = {{0, 1}, {1, 1}, {2, 2}, {5, 5}};
    for (const auto& [asked, passes] : passes_for) {
        for (const auto budget : {0ns, 3'600'000'000'000ns}) {
            limits until = within(budget);
            until.passes = asked;
            EXPECT_EQ(plan_of({yield}, until).passes, passes);
        }
    }
}

TEST(plan, exact_rounds_are_shared_out_over_no_more_passes_than_there_are_rounds) {
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

// A value must not depend on the time that it is given, nor on the cases beside it.
TEST(event_plan, has_as_many_single_events_as_fit_into_ten_milliseconds_and_one_to_warm_up) {
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

TEST(event_plan, a_round_takes_what_its_events_take_and_the_reference_loops) {
    const plan made = plan_of({event_of(2s), event_of(100us)}, within(30s));
    EXPECT_NEAR(made.cases[0].round_ns, 2e9 + setup_ns, 1e6);
    EXPECT_NEAR(made.cases[1].round_ns, 10e6 + setup_ns, 1e6);
    EXPECT_GT(made.cases[1].round_ns, 10e6 + setup_ns + 0.6e6);
}

constexpr std::uint64_t most_rounds = 60;

/// Cases of which a round takes so long; the first runs twice.
plan plan_of_rounds(const std::vector<std::chrono::nanoseconds>& rounds_take) {
    plan made;
    for (const std::chrono::nanoseconds one : rounds_take) {
        made.cases.push_back({{}, {}, false, static_cast<double>(one.count())});
    }
    made.twins = {0};
    made.passes = 8;
    made.seed = 5;
    return made;
}

std::vector<std::uint64_t> rounds_in(const plan& what, std::chrono::nanoseconds time,
                                     const std::vector<double>& needs = {}) {
    return order_pass(what, 2, 7, time, needs).rounds;
}

/// What they take in all.
double time_ns(const plan& what, const std::vector<std::uint64_t>& rounds) {
    double sum = 0;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        sum += static_cast<double>(rounds[i]) * what.cases[i].round_ns;
    }
    for (const std::size_t twin : what.twins) {
        sum += static_cast<double>(rounds[twin]) * what.cases[twin].round_ns;
    }
    return sum;
}

TEST(order_pass, as_long_as_nothing_is_known_all_cases_get_the_rounds_that_fit) {
    const plan what = plan_of_rounds({5ms, 10ms}); // 20 ms for all, since the first runs twice
    EXPECT_THAT(rounds_in(what, 200ms), ElementsAre(10, 10));
    EXPECT_THAT(rounds_in(what, 219ms), ElementsAre(10, 10));
    EXPECT_THAT(rounds_in(what, 221ms), ElementsAre(11, 11));
}

TEST(order_pass, there_is_a_round_at_least_and_there_are_sixty_at_most) {
    const plan what = plan_of_rounds({5ms, 10ms});
    for (const std::chrono::nanoseconds time : {-1'000'000'000ns, 0ns, 1ns, 19'000'000ns}) {
        EXPECT_THAT(rounds_in(what, time), ElementsAre(1, 1));
        EXPECT_THAT(rounds_in(what, time, {1, 5}), ElementsAre(1, 1));
        EXPECT_THAT(rounds_in(what, time, {0.1, 0.1}), ElementsAre(1, 1));
    }
    EXPECT_THAT(rounds_in(what, 1h), ElementsAre(most_rounds, most_rounds));
    EXPECT_THAT(rounds_in(what, 1h, {2, 5}), ElementsAre(most_rounds, most_rounds));
}

TEST(order_pass, cases_without_length_do_no_harm) {
    EXPECT_THAT(rounds_in(plan_of_rounds({0ms, 0ms}), 1s), ElementsAre(most_rounds, most_rounds));
    for (const std::uint64_t rounds : rounds_in(plan_of_rounds({0ms, 0ms}), 1s, {1, 2})) {
        EXPECT_GE(rounds, 1u);
        EXPECT_LE(rounds, most_rounds);
    }
}

TEST(order_pass, a_case_that_is_sure_gets_few_rounds_and_the_others_its_time) {
    const plan what = plan_of_rounds({5ms, 5ms, 5ms});
    const auto time = 200ms; // ten rounds of all
    EXPECT_THAT(rounds_in(what, time), ElementsAre(10, 10, 10));
    // Three rounds of the sure ones take 45 ms, and 155 are left.
    EXPECT_THAT(rounds_in(what, time, {0.5, 3, 0.5}), ElementsAre(3, 31, 3));
    EXPECT_THAT(rounds_in(what, time, {0.5, 0.79, 0.1}), ElementsAre(3, 3, 3));
    EXPECT_THAT(rounds_in(what, 40ms, {0.5, 0.5, 0.5}), ElementsAre(2, 2, 2));
    EXPECT_THAT(rounds_in(what, time, {0.5, 0.9, 0.5}), ElementsAre(3, 31, 3)) << "hardly sure";
    EXPECT_EQ(rounds_in(what, time, {2, std::nan(""), 2})[1], 3u) << "which is no number";
}

TEST(order_pass, in_an_experiment_all_cases_get_the_same_rounds_however_sure_they_are) {
    plan what = plan_of_rounds({5ms, 5ms, 5ms});
    what.until.even_rounds = true;
    EXPECT_THAT(rounds_in(what, 200ms, {0.5, 3, 0.5}), ElementsAre(10, 10, 10));
}

TEST(order_pass, time_goes_by_need_up_to_six_times_of_it) {
    plan what = plan_of_rounds({5ms, 5ms});
    what.twins.clear();
    // Three rounds of each take 30 ms, 240 ms are shared out.
    EXPECT_THAT(rounds_in(what, 270ms, {1, 3}), ElementsAre(3 + 12, 3 + 36));
    EXPECT_THAT(rounds_in(what, 270ms, {2, 6}), ElementsAre(3 + 12, 3 + 36));
    EXPECT_THAT(rounds_in(what, 270ms, {2, 1000}), ElementsAre(3 + 12, 3 + 36));
    const double endless = std::numeric_limits<double>::infinity();
    EXPECT_THAT(rounds_in(what, 270ms, {2, endless}), ElementsAre(3 + 12, 3 + 36));
}

TEST(order_pass, fills_its_time_and_does_not_overdraw_it) {
    const plan what = plan_of_rounds({5ms, 11ms, 3ms, 40ms});
    for (const auto time : {300ms, 700ms, 900ms}) {
        for (const std::vector<double>& needs :
             std::vector<std::vector<double>>{{}, {1, 1, 1, 1}, {0.1, 9, 0.9, 2}, {5, 0.1, 5, 5}}) {
            const std::vector<std::uint64_t> rounds = rounds_in(what, time, needs);
            EXPECT_LE(time_ns(what, rounds),
                      static_cast<double>(std::chrono::nanoseconds(time).count()));
            EXPECT_THAT(rounds, Each(Ge(1u)));
        }
        // Of each case less than one round is left over.
        const std::vector<std::uint64_t> rounds = rounds_in(what, time, {1, 1, 1, 1});
        EXPECT_GT(time_ns(what, rounds) + 64e6,
                  static_cast<double>(std::chrono::nanoseconds(time).count()));
    }
}

TEST(order_pass, exact_rounds_are_shared_out_evenly_and_add_up) {
    for (const std::uint64_t exact : {1u, 2u, 7u, 8u, 9u, 30u, 101u}) {
        plan what = plan_of_rounds({5ms, 10ms});
        what.until.exact_rounds = exact;
        what.passes = std::min<std::uint64_t>(8, exact);
        std::vector<std::uint64_t> in_pass;
        for (std::uint64_t index = 0; index < what.passes; ++index) {
            // Neither time nor needs count.
            const pass_order made = order_pass(what, index, 0, 0ns, std::vector{0.1, 9.0});
            EXPECT_EQ(made.rounds[0], made.rounds[1]);
            in_pass.push_back(made.rounds[0]);
        }
        EXPECT_EQ(std::accumulate(in_pass.begin(), in_pass.end(), std::uint64_t{0}), exact);
        EXPECT_LE(in_pass.front() - in_pass.back(), 1u);
        EXPECT_THAT(in_pass, Each(Gt(0u)));
    }
}

constexpr auto go_on = std::nullopt;

plan plan_of_passes(std::uint64_t passes, std::chrono::nanoseconds budget = 10s) {
    plan made;
    made.passes = passes;
    made.until.budget = budget;
    return made;
}

TEST(decide_stop, when_the_widest_interval_is_as_narrow_as_is_wanted) {
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, 3s, 500ms, 1.0}), stop_reason::converged);
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, 3s, 500ms, 1.01}), go_on);
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, 3s, 500ms, {}}), go_on)
        << "a case has no interval";
}

// In less a machine that changes its speed has shown one of its speeds alone.
TEST(decide_stop, not_before_the_run_is_spread_over_some_time) {
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, least_spread - 1ns, 1ms, 0.1}), go_on);
    EXPECT_EQ(decide_stop(plan_of_passes(8), {6, least_spread, 1ms, 0.1}), stop_reason::converged);
}

TEST(decide_stop, not_before_six_passes_whatever_the_budget) {
    for (std::uint64_t passes = 1; passes < fewest_passes; ++passes) {
        EXPECT_EQ(decide_stop(plan_of_passes(8), {passes, 3s, 500ms, 0.1}), go_on) << passes;
        EXPECT_EQ(decide_stop(plan_of_passes(8, 1ns), {passes, 1h, 1h, 0.1}), go_on) << passes;
    }
    EXPECT_EQ(decide_stop(plan_of_passes(8, 1ns), {6, 1h, 1h, 5.0}), stop_reason::budget);
}

TEST(decide_stop, after_fewer_passes_if_fewer_were_planned) {
    for (const std::uint64_t planned : {1u, 2u, 5u}) {
        EXPECT_EQ(decide_stop(plan_of_passes(planned), {planned, 1s, 500ms, {}}),
                  stop_reason::passes);
        if (planned > 1) {
            EXPECT_EQ(decide_stop(plan_of_passes(planned, 1ns), {planned - 1, 1h, 1h, {}}), go_on);
        }
    }
}

TEST(decide_stop, before_a_pass_that_does_not_fit_into_the_budget) {
    EXPECT_EQ(decide_stop(plan_of_passes(9), {7, 9s, 1s, 5.0}), go_on);
    EXPECT_EQ(decide_stop(plan_of_passes(9), {7, 9001ms, 1s, 5.0}), stop_reason::budget);
    EXPECT_EQ(decide_stop(plan_of_passes(9), {7, 10s, 1s, 5.0}), stop_reason::budget);
}

TEST(decide_stop, after_the_passes_that_were_planned) {
    EXPECT_EQ(decide_stop(plan_of_passes(9, 1h), {8, 3s, 1s, 5.0}), go_on);
    EXPECT_EQ(decide_stop(plan_of_passes(9, 1h), {9, 3s, 1s, 5.0}), stop_reason::passes)
        << "there is time";
    EXPECT_EQ(decide_stop(plan_of_passes(9), {9, 9500ms, 1s, 5.0}), stop_reason::budget)
        << "there is none for another";
    EXPECT_EQ(decide_stop(plan_of_passes(9, 1h), {9, 3s, 1s, 0.5}), stop_reason::converged)
        << "which is told though there are no more";
}

TEST(decide_stop, exact_rounds_heed_nothing_else) {
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
