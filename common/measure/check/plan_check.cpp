// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <iterator>
#include <string>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

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

TEST(plan, a_huge_ring_goes_round_once_at_least) {
    const pilot ring{40, 5e6, 100'000, 5e5};
    const plan made = plan_of({ring}, within(1s));
    expect_sound(made.cases[0], ring);
    EXPECT_EQ(made.cases[0].value.segments[0].size, 100'000u) << "though that takes 4 ms";
}

TEST(plan, a_very_slow_operation_is_not_repeated_for_long) {
    const pilot slow{2e9, 1e5, 1, 0};
    const plan made = plan_of({slow}, within(1s));
    expect_sound(made.cases[0], slow);
    EXPECT_EQ(made.cases[0].value.segments[0].size, 1u);
    EXPECT_LE(made.cases[0].samples.operations(), 120u);
}

TEST(plan, most_samples_are_of_single_operations) {
    const plan made = plan_of({{5, 2e4, 5, 5e5}}, within(10s));
    const auto& segments = made.cases[0].samples.segments;
    for (std::size_t i = 1; i < segments.size(); ++i) {
        EXPECT_NEAR(static_cast<double>(segments[i].operations()) /
                        static_cast<double>(segments[0].operations()),
                    0.25, 0.01);
    }
}

/// As many threads' rings: they settle for much longer than a batch takes.
const pilot slow_to_settle{4'500, 150'000, 4, 6'400'000};

TEST(plan, a_case_that_settles_for_long_does_it_once_a_round) {
    const plan made = plan_of({slow_to_settle, hand_off}, within(1s));
    EXPECT_TRUE(made.cases[0].joined);
    EXPECT_FALSE(made.cases[1].joined) << "settles in less than half a batch";
    expect_sound(made.cases[0], slow_to_settle);
}

TEST(plan, a_case_is_joined_from_half_a_batch_of_settling_on) {
    pilot seen = hand_off;
    seen.settling_ns = 0.9e6;
    EXPECT_FALSE(plan_of({seen}, within(1s)).cases[0].joined);
    seen.settling_ns = 1.1e6;
    EXPECT_TRUE(plan_of({seen}, within(1s)).cases[0].joined);
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
    EXPECT_EQ(limits{}.passes, usual_passes);
}

TEST(plan, a_tight_budget_means_fewer_passes_but_never_fewer_than_six) {
    const std::vector<pilot> pilots{yield, hand_off};
    const plan any = plan_of(pilots, within(0ns));
    EXPECT_EQ(any.passes, fewest_passes);
    EXPECT_EQ(plan_of(pilots, within(rounds_of(3, any))).passes, 6u);
    EXPECT_EQ(plan_of(pilots, within(rounds_of(7.5, any))).passes, 7u);
}

TEST(plan, fewer_passes_are_made_where_fewer_are_asked_for) {
    for (const std::uint64_t asked : {1u, 2u, 5u}) {
        for (const auto budget : {0ns, 3'600'000'000'000ns}) {
            limits until = within(budget);
            until.passes = asked;
            EXPECT_EQ(plan_of({yield}, until).passes, asked);
        }
    }
    limits none = within(1s);
    none.passes = 0;
    EXPECT_EQ(plan_of({yield}, none).passes, 1u) << "the time is divided by it";
}

TEST(plan, exact_rounds_are_shared_out_over_no_more_passes_than_there_are_rounds) {
    const std::pair<std::uint64_t, std::uint64_t> passes_for[] = {{0, 1}, {1, 1},  {3, 3},
                                                                  {9, 9}, {10, 9}, {1000, 9}};
    for (const auto& [rounds, passes] : passes_for) {
        limits until = within(0ns);
        until.exact_rounds = rounds;
        EXPECT_EQ(plan_of({yield}, until).passes, passes) << rounds;
    }
}

TEST(join, is_the_one_part_and_then_the_other) {
    const case_plan what{{5, {{1, 100}}}, {5, {{4, 1}, {2, 2}}}, true};
    const schedule value_first = join(what, true);
    EXPECT_EQ(value_first.warmup, 5u);
    EXPECT_EQ(value_first.segments, (std::vector<segment>{{1, 100}, {4, 1}, {2, 2}}));
    const schedule value_last = join(what, false);
    EXPECT_EQ(value_last.warmup, 5u);
    EXPECT_EQ(value_last.segments, (std::vector<segment>{{4, 1}, {2, 2}, {1, 100}}));
}

TEST(plan, keeps_limits_seed_twins_and_cpus) {
    limits until = within(3s);
    until.precision = 0.005;
    pilot two = hand_off;
    two.cpus = {0, 3};
    const plan made = make_plan(std::vector{yield, two, yield}, {0, 2}, until, reading_ns, 99);
    EXPECT_EQ(made.seed, 99u);
    EXPECT_EQ(made.until.precision, 0.005);
    EXPECT_EQ(made.until.budget, 3s);
    EXPECT_THAT(made.twins, ElementsAre(0, 2));
    EXPECT_THAT(made.cases[1].cpus, ElementsAre(0, 3));
    EXPECT_THAT(made.cases[0].cpus, ElementsAre());
}

} // namespace
} // namespace tollgate::measure
