// SPDX-License-Identifier: BSL-1.0
#include "../src/round_figures.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

slot value_slot() {
    slot seen;
    seen.value = 5000;
    seen.value_operations = 100;
    seen.value_report.used = {1200ns, 600ns, 300ns, 6, 3};
    seen.metered_operations = 120;
    seen.metered_groups = 1;
    return seen;
}

calibration counts_of(double ns) {
    calibration clock;
    clock.ns_per_count = ns;
    return clock;
}

TEST(figures_of, are_for_one_operation) {
    const case_round round = figures_of(value_slot(), counts_of(1));
    EXPECT_EQ(round.operations, 100u);
    EXPECT_DOUBLE_EQ(round.value_ns, 50);
    EXPECT_EQ(round.units_per_operation, 1);
}

TEST(in_seven_digits, each_figure_is_rounded_and_nothing_else) {
    case_round round;
    round.process = 12'345'678;
    round.round = 23'456'789;
    round.operations = 123'456'789;
    const std::vector<double*> figures{&round.value_ns,
                                       &round.cpu_ns,
                                       &round.cpu_user_ns,
                                       &round.cpu_system_ns,
                                       &round.voluntary_switches,
                                       &round.involuntary_switches,
                                       &round.units_per_operation,
                                       &round.fit.intercept,
                                       &round.fit.slope,
                                       &round.reference_before_ns,
                                       &round.reference_after_ns};
    for (double* figure : figures) {
        *figure = 2.0 / 3;
    }
    round = in_seven_digits(round);
    for (const double* figure : figures) {
        EXPECT_EQ(*figure, 0.6666667);
    }
    EXPECT_EQ(round.process, 12'345'678u);
    EXPECT_EQ(round.round, 23'456'789u);
    EXPECT_EQ(round.operations, 123'456'789u);
}

TEST(figures_of, what_was_metered_includes_the_warm_up) {
    const case_round round = figures_of(value_slot(), counts_of(1));
    EXPECT_DOUBLE_EQ(round.cpu_ns, 10);
    EXPECT_DOUBLE_EQ(round.cpu_user_ns, 5);
    EXPECT_DOUBLE_EQ(round.cpu_system_ns, 2.5);
    EXPECT_DOUBLE_EQ(round.voluntary_switches, 0.05);
    EXPECT_DOUBLE_EQ(round.involuntary_switches, 0.025);
}

TEST(figures_of, the_readings_took_cpu_time_too) {
    calibration clock;
    clock.reading_ns_p50 = 12;
    slot seen = value_slot();
    seen.metered_groups = 25;
    EXPECT_DOUBLE_EQ(figures_of(seen, clock).cpu_ns, (1200 - 2 * 25 * 12) / 120.0);
}

TEST(figures_of, counts_become_time) {
    const case_round round = figures_of(value_slot(), counts_of(0.25));
    EXPECT_DOUBLE_EQ(round.value_ns, 12.5);
    EXPECT_DOUBLE_EQ(round.cpu_ns, 10) << "the threads are metered in nanoseconds";
}

TEST(figures_of, are_divided_by_what_was_counted) {
    slot seen = value_slot();
    seen.value_report.units_per_operation = 1.25;
    const case_round round = figures_of(seen, counts_of(1));
    EXPECT_EQ(round.units_per_operation, 1.25);
    EXPECT_EQ(round.operations, 100u);
    EXPECT_DOUBLE_EQ(round.value_ns, 40);
    EXPECT_DOUBLE_EQ(round.cpu_ns, 8);
    EXPECT_DOUBLE_EQ(round.voluntary_switches, 0.04);
}

/// Operation k takes cost(k), and observing a group adds 20.
std::vector<std::int64_t> observed(const schedule& asked,
                                   const std::function<std::int64_t(std::uint64_t)>& cost) {
    std::vector<std::int64_t> intervals;
    std::uint64_t operation = asked.warmup;
    for (const segment& part : asked.segments) {
        for (std::uint64_t i = 0; i < part.groups; ++i) {
            std::int64_t length = 20;
            for (std::uint64_t k = 0; k < part.size; ++k) {
                length += cost(operation++);
            }
            intervals.push_back(length);
        }
    }
    return intervals;
}

TEST(fit_of, recovers_overhead_and_cost) {
    const schedule asked{3, {{40, 1}, {5, 2}, {3, 4}, {2, 8}, {1, 16}, {1, 32}}};
    const auto fit = fit_of(observed(asked, [](std::uint64_t) { return 58; }), asked, 1, 1);
    EXPECT_NEAR(fit.intercept, 20, 1e-9);
    EXPECT_NEAR(fit.slope, 58, 1e-9);
}

TEST(fit_of, recovers_the_mean_of_operations_that_alternate_between_two_costs) {
    const auto every_fifth_dearer = [](std::uint64_t k) { return k % 5 == 0 ? 150 : 50; };
    const schedule asked{5, {{50, 1}, {25, 2}, {15, 4}, {10, 8}, {5, 16}, {5, 32}}};
    const auto fit = fit_of(observed(asked, every_fifth_dearer), asked, 1, 1);
    EXPECT_NEAR(fit.intercept, 20, 1e-9);
    EXPECT_NEAR(fit.slope, 70, 1e-9);
}

TEST(fit_of, one_disturbed_size_does_not_bend_the_line) {
    const schedule asked{3, {{40, 1}, {5, 2}, {3, 4}, {2, 8}, {1, 16}, {1, 32}}};
    std::vector<std::int64_t> samples = observed(asked, [](std::uint64_t) { return 58; });
    samples[41] += 1'000'000;
    const auto fit = fit_of(samples, asked, 1, 1);
    EXPECT_NEAR(fit.slope, 58, 1e-9);
    EXPECT_NEAR(fit.intercept, 20, 1e-9);
}

TEST(fit_of, is_in_ns_for_one_counted_unit) {
    const schedule asked{3, {{40, 1}, {5, 2}, {3, 4}}};
    const auto fit = fit_of(observed(asked, [](std::uint64_t) { return 60; }), asked, 0.5, 2);
    EXPECT_NEAR(fit.intercept, 10, 1e-9);
    EXPECT_NEAR(fit.slope, 15, 1e-9);
}

TEST(fit_of, segments_without_groups_say_nothing) {
    const schedule asked{3, {{4, 1}, {0, 2}, {3, 4}}};
    const auto fit = fit_of(observed(asked, [](std::uint64_t) { return 58; }), asked, 1, 1);
    EXPECT_NEAR(fit.intercept, 20, 1e-9);
    EXPECT_NEAR(fit.slope, 58, 1e-9);
}

TEST(keep_samples, keeps_single_operations_only) {
    const std::vector<std::int64_t> samples{30, 70, 50, 9999, 8888, 40};
    const schedule asked{1, {{3, 1}, {2, 2}, {1, 1}}};
    case_round round;
    round.process = 2;
    round.round = 9;
    round.disturbances = {"steal 1 tick"};
    case_record record;
    record.ns_per_count = 0.5;
    keep_samples(samples, asked, round, record);
    EXPECT_EQ(record.samples.count(), 4u);
    EXPECT_EQ(record.samples.min(), 30);
    EXPECT_EQ(record.samples.max(), 70);
    ASSERT_EQ(record.worst.size(), 4u);
    EXPECT_EQ(record.worst[0].raw_ns, 35);
    EXPECT_EQ(record.worst[0].process, 2u);
    EXPECT_EQ(record.worst[0].round, 9u);
    EXPECT_EQ(record.worst[0].index, 1u);
    EXPECT_THAT(record.worst[0].disturbances, ElementsAre("steal 1 tick"));
}

TEST(keep_samples, adds_to_what_is_there_and_keeps_the_worst) {
    case_record record;
    const schedule asked{1, {{20, 1}}};
    for (std::int64_t round = 0; round < 3; ++round) {
        std::vector<std::int64_t> samples;
        for (std::int64_t i = 0; i < 20; ++i) {
            samples.push_back(100 * i + round);
        }
        case_round figures;
        figures.round = static_cast<std::uint64_t>(round);
        keep_samples(samples, asked, figures, record);
    }
    EXPECT_EQ(record.samples.count(), 60u);
    ASSERT_EQ(record.worst.size(), case_record::most_worst);
    EXPECT_EQ(record.worst[0].raw_ns, 1902);
    EXPECT_EQ(record.worst[0].round, 2u);
    EXPECT_EQ(record.worst[1].raw_ns, 1901);
    EXPECT_EQ(record.worst[7].raw_ns, 1701);
}

TEST(note_preemptions, concerns_a_lone_thread) {
    loop_report report;
    std::vector<std::string> disturbances;
    note_preemptions(report, 1, disturbances);
    report.used.involuntary_switches = 3;
    note_preemptions(report, 2, disturbances);
    EXPECT_THAT(disturbances, IsEmpty());
    note_preemptions(report, 1, disturbances);
    report.used.involuntary_switches = 1;
    note_preemptions(report, 1, disturbances);
    EXPECT_THAT(disturbances, ElementsAre("preempted 3 times", "preempted 1 time"));
}

} // namespace
} // namespace tollgate::measure
