// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <iterator>
#include <string>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;

constexpr double reading_ns = 25;
const pilot yield{58, 20'000, 5, 500'000};
const pilot hand_off{4'500, 150'000, 4, 500'000};

limits within(std::chrono::nanoseconds budget) {
    limits until;
    until.budget = budget;
    return until;
}

double batch_ns(const schedule& asked, const pilot& seen) {
    return seen.setup_ns + static_cast<double>(asked.operations()) * seen.operation_ns +
           static_cast<double>(asked.groups()) * 2 * reading_ns;
}

/// What a round takes; the first case runs twice.
double round_ns(const plan& made, const std::vector<pilot>& pilots) {
    double sum = 0;
    for (std::size_t i = 0; i < pilots.size(); ++i) {
        const case_plan& one = made.cases[i];
        const double both = one.joined
                                ? batch_ns(join(one, true), pilots[i])
                                : batch_ns(one.value, pilots[i]) + batch_ns(one.samples, pilots[i]);
        sum += i == 0 ? 2 * both : both;
    }
    return sum;
}

double in_ns(std::chrono::nanoseconds time) {
    return static_cast<double>(time.count());
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
    EXPECT_LE(static_cast<double>(one.samples.segments[0].groups) * 2 * reading_ns, 0.25e9);
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
                const plan made =
                    make_plan(std::vector{seen, yield}, within(budget), reading_ns, 1);
                ASSERT_EQ(made.cases.size(), 2u);
                expect_sound(made.cases[0], seen);
                expect_sound(made.cases[1], yield);
            }
        }
    }
}

TEST(plan, a_slow_clock_makes_groups_longer) {
    const double slow_ns = 30'000; // a clock that is a system call
    const plan made = make_plan(std::vector{yield}, within(0ns), slow_ns, 1);
    EXPECT_GE(static_cast<double>(made.cases[0].value.segments[0].size) * yield.operation_ns,
              200 * 2 * slow_ns);
}

TEST(plan, an_ample_budget_is_spent_in_forty_rounds) {
    const std::vector<pilot> pilots{yield, hand_off, yield};
    const plan made = make_plan(pilots, within(4s), reading_ns, 1);
    EXPECT_NEAR(40 * round_ns(made, pilots) / in_ns(4s), 1, 0.02);
}

TEST(plan, a_long_budget_makes_more_rounds_not_longer_batches) {
    const std::vector<pilot> pilots{yield, hand_off};
    const plan made = make_plan(pilots, within(3'600s), reading_ns, 1);
    for (std::size_t i = 0; i < pilots.size(); ++i) {
        EXPECT_LE(batch_ns(made.cases[i].value, pilots[i]), 0.3e9);
        EXPECT_LE(batch_ns(made.cases[i].samples, pilots[i]), 0.3e9);
    }
}

TEST(plan, every_case_gets_the_same_time_half_of_it_for_the_value) {
    const std::vector<pilot> pilots{yield, hand_off};
    const plan made = make_plan(pilots, within(10s), reading_ns, 1);
    const double each = in_ns(10s) / 40 / 3 / 2;
    for (std::size_t i = 0; i < pilots.size(); ++i) {
        EXPECT_NEAR(batch_ns(made.cases[i].value, pilots[i]) / each, 1, 0.02);
        EXPECT_NEAR(batch_ns(made.cases[i].samples, pilots[i]) / each, 1, 0.02);
    }
}

TEST(plan, a_tight_budget_means_fewer_rounds_not_shorter_batches) {
    const std::vector<pilot> pilots{yield, hand_off};
    const plan made = make_plan(pilots, within(150ms), reading_ns, 1);
    const double rounds = in_ns(150ms) / round_ns(made, pilots);
    EXPECT_GE(rounds, 6);
    EXPECT_LT(rounds, 40);
    for (std::size_t i = 0; i < pilots.size(); ++i) {
        expect_sound(made.cases[i], pilots[i]);
    }
}

/// Both batches of a case.
double slot_ns(const plan& made, std::size_t index, const pilot& seen) {
    return batch_ns(made.cases[index].value, seen) + batch_ns(made.cases[index].samples, seen);
}

TEST(plan, what_a_case_cannot_do_with_less_than_its_share_the_others_go_without) {
    const pilot dear{4'500, 3e6, 4, 500'000};
    const std::vector<pilot> pilots{dear, yield};
    const double least_ns = slot_ns(make_plan(pilots, within(0ns), reading_ns, 1), 0, dear);
    // A third of this round is less than the dear case needs, and it runs twice.
    const double whole_ns = 2.6 * least_ns;
    limits until = within(std::chrono::nanoseconds(static_cast<std::int64_t>(10 * whole_ns)));
    until.exact_rounds = 10;
    const plan made = make_plan(pilots, until, reading_ns, 1);
    EXPECT_NEAR(slot_ns(made, 0, dear) / least_ns, 1, 0.01);
    EXPECT_NEAR(slot_ns(made, 1, yield) / (whole_ns - 2 * least_ns), 1, 0.02);
    EXPECT_NEAR(round_ns(made, pilots) / whole_ns, 1, 0.02);
}

TEST(plan, the_rounds_planned_fit_the_budget_though_one_case_is_dear) {
    const pilot dear{4'500, 3e6, 4, 500'000};
    const std::vector<pilot> pilots{yield, dear, yield};
    const double least_ns = round_ns(make_plan(pilots, within(0ns), reading_ns, 1), pilots);
    for (const double rounds : {6.0, 9.5, 20.0, 40.0}) {
        const std::chrono::nanoseconds budget(static_cast<std::int64_t>(rounds * least_ns));
        const plan made = make_plan(pilots, within(budget), reading_ns, 1);
        EXPECT_LE(rounds * round_ns(made, pilots), 1.02 * in_ns(budget)) << rounds;
    }
}

TEST(plan, six_rounds_fit_whenever_they_can) {
    const std::vector<pilot> pilots{hand_off, yield, yield};
    const double least = 6 * round_ns(make_plan(pilots, within(0ns), reading_ns, 1), pilots);
    for (const double times : {1.05, 1.3, 2.0, 3.7, 6.0, 20.0}) {
        const std::chrono::nanoseconds budget(static_cast<std::int64_t>(times * least));
        const plan made = make_plan(pilots, within(budget), reading_ns, 1);
        EXPECT_LE(6 * round_ns(made, pilots), 1.01 * in_ns(budget)) << times;
    }
}

TEST(plan, a_budget_too_small_for_six_rounds_leaves_the_shortest_batches) {
    const std::vector<pilot> pilots{hand_off, yield};
    const plan none = make_plan(pilots, within(0ns), reading_ns, 1);
    const std::chrono::nanoseconds budget(static_cast<std::int64_t>(3 * round_ns(none, pilots)));
    const plan little = make_plan(pilots, within(budget), reading_ns, 1);
    for (std::size_t i = 0; i < pilots.size(); ++i) {
        EXPECT_EQ(none.cases[i].value.segments, little.cases[i].value.segments);
        EXPECT_EQ(none.cases[i].samples.segments, little.cases[i].samples.segments);
    }
    EXPECT_EQ(little.until.least_rounds, 6u);
}

TEST(plan, exact_rounds_share_the_budget) {
    const std::vector<pilot> pilots{yield, hand_off};
    for (const std::uint64_t rounds : {7u, 30u, 100u}) {
        limits until = within(10s);
        until.exact_rounds = rounds;
        const plan made = make_plan(pilots, until, reading_ns, 1);
        EXPECT_EQ(made.until.exact_rounds, rounds);
        EXPECT_NEAR(static_cast<double>(rounds) * round_ns(made, pilots) / in_ns(10s), 1, 0.03);
    }
}

TEST(plan, a_huge_ring_goes_round_once_at_least) {
    const pilot ring{40, 5e6, 100'000, 5e5};
    const plan made = make_plan(std::vector{ring}, within(1s), reading_ns, 1);
    expect_sound(made.cases[0], ring);
    EXPECT_GE(made.cases[0].value.segments[0].size, 100'000u);
}

TEST(plan, a_very_slow_operation_is_not_repeated_for_long) {
    const pilot slow{2e9, 1e5, 1, 0};
    const plan made = make_plan(std::vector{slow}, within(1s), reading_ns, 1);
    expect_sound(made.cases[0], slow);
    EXPECT_EQ(made.cases[0].value.segments[0].size, 1u);
    EXPECT_LE(made.cases[0].samples.operations(), 120u);
}

TEST(plan, most_samples_are_of_single_operations) {
    const plan made = make_plan(std::vector{yield}, within(10s), reading_ns, 1);
    const auto& segments = made.cases[0].samples.segments;
    for (std::size_t i = 1; i < segments.size(); ++i) {
        EXPECT_NEAR(static_cast<double>(segments[i].operations()) /
                        static_cast<double>(segments[0].operations()),
                    0.25, 0.01);
    }
}

/// As many threads' rings: they settle for much longer than the shortest batch.
const pilot slow_to_settle{4'500, 150'000, 4, 6'400'000};

TEST(plan, who_settles_for_long_does_it_once_a_round) {
    const std::vector<pilot> pilots{slow_to_settle, hand_off};
    const plan made = make_plan(pilots, within(1s), reading_ns, 1);
    EXPECT_TRUE(made.cases[0].joined);
    EXPECT_FALSE(made.cases[1].joined) << "settles in less than the shortest batch";
    EXPECT_LE(6 * round_ns(made, pilots), in_ns(1s));
    expect_sound(made.cases[0], slow_to_settle);
}

TEST(plan, readings_are_little_of_a_joined_batch) {
    pilot quick = slow_to_settle;
    quick.operation_ns = 39 * reading_ns;
    EXPECT_FALSE(make_plan(std::vector{quick}, within(1s), reading_ns, 1).cases[0].joined);
    quick.operation_ns = 41 * reading_ns;
    const case_plan one = make_plan(std::vector{quick}, within(1s), reading_ns, 1).cases[0];
    EXPECT_TRUE(one.joined);
    const schedule whole = join(one, true);
    EXPECT_LT(2 * reading_ns * static_cast<double>(whole.groups()),
              0.014 * quick.operation_ns * static_cast<double>(whole.operations()));
}

TEST(plan, what_joining_saves_is_measured_with) {
    const plan made = make_plan(std::vector{slow_to_settle}, within(4s), reading_ns, 1);
    EXPECT_NEAR(40 * round_ns(made, {slow_to_settle}) / in_ns(4s), 1, 0.02);
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

TEST(plan, keeps_limits_and_seed) {
    limits until = within(3s);
    until.precision = 0.005;
    const plan made = make_plan(std::vector{yield}, until, reading_ns, 99);
    EXPECT_EQ(made.seed, 99u);
    EXPECT_EQ(made.until.precision, 0.005);
    EXPECT_EQ(made.until.budget, 3s);
}

} // namespace
} // namespace tollgate::measure
