// SPDX-License-Identifier: BSL-1.0
#include "../src/round_figures.hpp"
#include "../src/slot.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A case whose intervals are the sizes of its groups, except the value's, which is 7777.
class slot_check : public ::testing::Test {
protected:
    batch run(const schedule& scheduled) {
        batch done;
        for (const segment& part : scheduled.segments) {
            for (std::uint64_t i = 0; i < part.groups; ++i) {
                done.intervals.push_back(part.size == 100 ? 7777
                                                          : static_cast<std::int64_t>(part.size));
            }
        }
        done.complete = true;
        done.report.probe_calls = {scheduled.operations() + 1};
        done.report.cpus = {static_cast<int>(batches.size())};
        done.report.used.voluntary_switches = static_cast<std::int64_t>(batches.size());
        meddle(done);
        batches.push_back(scheduled);
        return done;
    }
    slot observed_slot(bool joined, bool value_first, const value_watch& watch = {}) {
        measured_case subject;
        subject.run = [this](const schedule& scheduled, clock::source) { return run(scheduled); };
        return observe(subject, {{3, {{1, 100}}}, {3, {{4, 1}, {2, 2}}}, joined},
                       clock::source::monotonic, value_first, watch);
    }

    std::vector<schedule> batches;
    std::function<void(batch&)> meddle = [](batch&) {};
};

TEST_F(slot_check, has_two_batches_if_not_joined) {
    for (const bool value_first : {true, false}) {
        batches.clear();
        const slot result = observed_slot(false, value_first);
        ASSERT_THAT(batches, SizeIs(2));
        EXPECT_THAT(batches[value_first ? 0 : 1].segments, ElementsAre(segment{1, 100}));
        EXPECT_EQ(result.value, 7777);
        EXPECT_EQ(result.value_operations, 100u);
        EXPECT_THAT(result.samples, ElementsAre(1, 1, 1, 1, 2, 2));
        EXPECT_EQ(result.metered_operations, 103u) << "the value's batch only";
        EXPECT_EQ(result.metered_groups, 1u);
        EXPECT_EQ(result.value_report.used.voluntary_switches, value_first ? 0 : 1);
        EXPECT_THAT(result.cpus, ::testing::UnorderedElementsAre(0, 1));
        EXPECT_THAT(result.failures, IsEmpty());
    }
}

TEST_F(slot_check, has_one_batch_if_joined) {
    for (const bool value_first : {true, false}) {
        batches.clear();
        const slot result = observed_slot(true, value_first);
        ASSERT_THAT(batches, SizeIs(1));
        EXPECT_EQ(batches[0].warmup, 3u);
        EXPECT_EQ(batches[0].segments.front().size, value_first ? 100u : 1u);
        EXPECT_EQ(result.value, 7777);
        EXPECT_EQ(result.value_operations, 100u);
        EXPECT_THAT(result.samples, ElementsAre(1, 1, 1, 1, 2, 2));
        EXPECT_EQ(result.metered_operations, 111u) << "all operations of the batch";
        EXPECT_EQ(result.metered_groups, 7u);
        EXPECT_THAT(result.cpus, ElementsAre(0));
        EXPECT_THAT(result.failures, IsEmpty());
    }
}

TEST_F(slot_check, calls_its_watch_right_before_and_after_the_value_batch) {
    for (const bool joined : {true, false}) {
        for (const bool value_first : {true, false}) {
            batches.clear();
            std::vector<std::size_t> began_after; // this number of batches
            std::vector<std::size_t> ended_after;
            std::vector<int> cpus;
            const value_watch watch{[&] { began_after.push_back(batches.size()); },
                                    [&](const loop_report& done) {
                                        ended_after.push_back(batches.size());
                                        cpus = done.cpus;
                                    }};
            static_cast<void>(observed_slot(joined, value_first, watch));
            const std::size_t value_at = joined || value_first ? 0 : 1;
            EXPECT_THAT(began_after, ElementsAre(value_at));
            EXPECT_THAT(ended_after, ElementsAre(value_at + 1));
            EXPECT_THAT(cpus, ElementsAre(static_cast<int>(value_at))) << "of that batch";
        }
    }
}

TEST_F(slot_check, has_no_figures_of_a_failed_batch) {
    meddle = [](batch& done) {
        done.intervals.clear();
        ++done.report.probe_calls.front();
    };
    for (const bool joined : {true, false}) {
        const slot result = observed_slot(joined, true);
        EXPECT_THAT(result.failures, SizeIs(joined ? 2 : 4));
        EXPECT_THAT(result.failures.front(), HasSubstr("iterations lost or invented"));
        EXPECT_THAT(result.failures.back(), HasSubstr("an interval is missing"));
        EXPECT_THAT(result.samples, IsEmpty());
    }
}

/// Three events and a warm-up event, of 1000 ns and some more. A check may change the batch.
class event_slot_check : public ::testing::Test {
protected:
    event_slot_check() {
        done.intervals = {1'030, 1'010, 1'020};
        done.complete = true;
        done.report.probe_calls = {4};
        done.report.cpus = {1, 3};
        done.report.used = {1200ns, 600ns, 300ns, 8, 4};
        subject.valued_by = method::single_events;
        subject.events.expected = 1'000ns;
        subject.run = [this](const schedule& planned, clock::source source) {
            EXPECT_EQ(source, clock.source);
            EXPECT_EQ(planned.segments, scheduled.segments);
            return done;
        };
        clock.source = clock::source::monotonic;
    }

    batch done;
    schedule scheduled{1, {{3, 1}}};
    measured_case subject;
    calibration clock;
};

TEST_F(event_slot_check, subtracts_the_expected_time) {
    std::vector<int> watched_cpus;
    const value_watch watch{[&] { watched_cpus.push_back(0); },
                            [&](const loop_report& report) { watched_cpus = report.cpus; }};
    scheduled.interrupted = [] { return true; }; // when all was done
    const slot result = observe_events(subject, scheduled, clock, watch);
    EXPECT_THAT(result.samples, ElementsAre(30, 10, 20));
    EXPECT_THAT(result.failures, IsEmpty());
    EXPECT_FALSE(result.cut_short);
    EXPECT_THAT(watched_cpus, ElementsAre(1, 3));
    EXPECT_EQ(result.metered_operations, 4u) << "the threads were metered over the warm-up, too";
    EXPECT_EQ(result.metered_groups, 3u);
    EXPECT_THAT(result.cpus, ElementsAre(1, 3));
}

TEST_F(event_slot_check, subtracts_the_expected_time_in_counts) {
    clock.ns_per_count = 0.3; // 1000 ns are 3333 counts and a third
    done.intervals = {3'333, 4'333, 3'340};
    EXPECT_THAT(observe_events(subject, scheduled, clock).samples, ElementsAre(0, 1'000, 7));
}

TEST_F(event_slot_check, keeps_lengths_without_readings) {
    subject.events.expected = 0ns;
    subject.events.without_readings = true;
    clock.reading_ns_p50 = 40;
    clock.ns_per_count = 0.5;
    const slot result = observe_events(subject, scheduled, clock);
    EXPECT_THAT(result.samples, ElementsAre(1'110, 1'090, 1'100));
    EXPECT_DOUBLE_EQ(figures_of_events(result, clock).value_ns, 510) << "1020 counts";
}

TEST_F(event_slot_check, counts_early_events_as_negative_samples) {
    done.intervals = {990, 1'010, 0};
    const slot result = observe_events(subject, scheduled, clock);
    EXPECT_THAT(result.samples, ElementsAre(-10, 10, -1'000));
    EXPECT_THAT(result.failures, IsEmpty()) << "they ended after they had begun";
    case_record record;
    keep_samples(result.samples, scheduled, {}, record);
    EXPECT_EQ(record.samples.negative(), 2u);
    EXPECT_EQ(record.samples.count(), 1u);
    EXPECT_DOUBLE_EQ(figures_of_events(result, clock).value_ns, -10) << "nor is the median clamped";
}

TEST_F(event_slot_check, divides_an_event_by_its_units) {
    done.report.units_per_operation = 10;
    done.intervals = {1'050, 1'300, 1'100}; // the mean is not the median
    subject.events.expected = 0ns;
    clock.reading_ns_p50 = 100;
    const case_round figures = figures_of_events(observe_events(subject, scheduled, clock), clock);
    EXPECT_DOUBLE_EQ(figures.value_ns, 100);
    EXPECT_DOUBLE_EQ(figures.units_per_operation, 10);
    EXPECT_DOUBLE_EQ(figures.fit.slope, 105);
    EXPECT_DOUBLE_EQ(figures.fit.intercept, 10);
    EXPECT_DOUBLE_EQ(figures.cpu_ns, (1'200.0 - 2 * 3 * 100) / 40);
    EXPECT_EQ(figures.operations, 3u) << "events are counted, not their units";
}

TEST_F(event_slot_check, has_neither_failure_nor_figures_after_an_interrupt) {
    scheduled.interrupted = [] { return true; };
    done.complete = false;
    done.intervals.pop_back();
    done.report.probe_calls = {3};
    const slot result = observe_events(subject, scheduled, clock);
    EXPECT_TRUE(result.cut_short);
    EXPECT_THAT(result.failures, IsEmpty());
    EXPECT_THAT(result.samples, IsEmpty());
}

TEST_F(event_slot_check, interrupt_does_not_hide_a_failed_self_check) {
    scheduled.interrupted = [] { return true; };
    done.complete = false;
    done.report.failures = {"a wake was lost"};
    const slot result = observe_events(subject, scheduled, clock);
    EXPECT_FALSE(result.cut_short);
    EXPECT_THAT(result.failures, ElementsAre("a wake was lost"));
}

TEST_F(event_slot_check, is_lost_if_its_case_is_given_up) {
    done.complete = false;
    subject.given_up = [](const case_record&) { return std::optional<std::string>("it starves"); };
    const slot result = observe_events(subject, scheduled, clock);
    EXPECT_EQ(result.lost, "it starves");
    EXPECT_THAT(result.failures, IsEmpty());
    done.report.failures = {"a wake was lost"};
    EXPECT_THAT(observe_events(subject, scheduled, clock).failures, Contains("a wake was lost"));
}

TEST_F(event_slot_check, fails_if_incomplete_without_an_interrupt) {
    done.complete = false;
    for (const bool anybody_could : {false, true}) {
        scheduled.interrupted = anybody_could ? [] { return false; } : std::function<bool()>{};
        const slot result = observe_events(subject, scheduled, clock);
        EXPECT_FALSE(result.cut_short);
        EXPECT_THAT(result.failures, ElementsAre(HasSubstr("an interval is missing")));
        EXPECT_THAT(result.samples, IsEmpty());
    }
}

TEST_F(event_slot_check, divides_usage_by_all_events_including_the_warm_up) {
    clock.reading_ns_p50 = 4;
    const case_round round = figures_of_events(observe_events(subject, scheduled, clock), clock);
    EXPECT_DOUBLE_EQ(round.cpu_ns, (1'200 - 3 * 2 * 4) / 4.0);
    EXPECT_DOUBLE_EQ(round.cpu_user_ns, 150);
    EXPECT_DOUBLE_EQ(round.cpu_system_ns, 75);
    EXPECT_DOUBLE_EQ(round.voluntary_switches, 2);
    EXPECT_DOUBLE_EQ(round.involuntary_switches, 1);
    done.report.metered = 6; // as the loop reports
    EXPECT_DOUBLE_EQ(
        figures_of_events(observe_events(subject, scheduled, clock), clock).voluntary_switches,
        8 / 6.0);
    done.report.metered.reset();
    done.report.used_has_readings = false;
    EXPECT_DOUBLE_EQ(figures_of_events(observe_events(subject, scheduled, clock), clock).cpu_ns,
                     1'200 / 4.0);
}

slot value_slot() {
    slot result;
    result.value = 5000;
    result.value_operations = 100;
    result.value_report.used = {1200ns, 600ns, 300ns, 6, 3};
    result.metered_operations = 120;
    result.metered_groups = 1;
    return result;
}

calibration counts_of(double ns) {
    calibration clock;
    clock.ns_per_count = ns;
    return clock;
}

TEST(seven_digits, keeps_seven) {
    EXPECT_EQ(seven_digits(74.48552209174622), 74.48552);
    EXPECT_EQ(seven_digits(-0.000123456789), -0.0001234568);
    EXPECT_EQ(seven_digits(9'999'999.6), 10'000'000);
    EXPECT_EQ(seven_digits(123'456'789), 123'456'800);
    EXPECT_EQ(seven_digits(1e22 / 3), 3.333333e21);
}

TEST(seven_digits, leaves_infinity_and_nan_unchanged) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    EXPECT_EQ(seven_digits(infinite), infinite);
    EXPECT_EQ(seven_digits(-infinite), -infinite);
    EXPECT_TRUE(std::isnan(seven_digits(std::numeric_limits<double>::quiet_NaN())));
}

TEST(seven_digits, the_ends_of_the_range_stay_finite) {
    using limits = std::numeric_limits<double>;
    for (const double end :
         {limits::max(), limits::min(), limits::denorm_min(), limits::lowest()}) {
        EXPECT_TRUE(std::isfinite(seven_digits(end))) << end;
        EXPECT_EQ(std::signbit(seven_digits(end)), std::signbit(end));
    }
}

TEST(seven_digits, is_idempotent_and_precise) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> exponent(-12, 12);
    for (int i = 0; i < 10'000; ++i) {
        const double figure = std::pow(10, exponent(random));
        const double rounded = seven_digits(figure);
        EXPECT_EQ(seven_digits(rounded), rounded);
        EXPECT_NEAR(rounded / figure, 1, 5.1e-7);
    }
}

TEST(in_seven_digits, rounds_each_figure_and_nothing_else) {
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

TEST(figures_of, divide_usage_by_all_operations_without_the_readings) {
    slot result = value_slot();
    case_round round = figures_of(result, counts_of(1));
    EXPECT_DOUBLE_EQ(round.cpu_ns, 10);
    EXPECT_DOUBLE_EQ(round.cpu_user_ns, 5);
    EXPECT_DOUBLE_EQ(round.cpu_system_ns, 2.5);
    EXPECT_DOUBLE_EQ(round.voluntary_switches, 0.05);
    EXPECT_DOUBLE_EQ(round.involuntary_switches, 0.025);
    calibration clock;
    clock.reading_ns_p50 = 12;
    result.metered_groups = 25;
    EXPECT_DOUBLE_EQ(figures_of(result, clock).cpu_ns, (1200 - 2 * 25 * 12) / 120.0);
}

TEST(figures_of, are_times_of_one_operation) {
    const case_round round = figures_of(value_slot(), counts_of(0.25));
    EXPECT_EQ(round.operations, 100u);
    EXPECT_DOUBLE_EQ(round.value_ns, 12.5);
    EXPECT_DOUBLE_EQ(round.cpu_ns, 10) << "the threads are metered in nanoseconds";
    EXPECT_EQ(round.units_per_operation, 1);
}

TEST(figures_of, are_divided_by_the_counted_units) {
    slot result = value_slot();
    result.value_report.units_per_operation = 1.25;
    const case_round round = figures_of(result, counts_of(1));
    EXPECT_EQ(round.units_per_operation, 1.25);
    EXPECT_EQ(round.operations, 100u);
    EXPECT_DOUBLE_EQ(round.value_ns, 40);
    EXPECT_DOUBLE_EQ(round.cpu_ns, 8);
    EXPECT_DOUBLE_EQ(round.voluntary_switches, 0.04);
}

/// Operation k takes cost(k), and observing a group adds 20.
std::vector<std::int64_t> observed(const schedule& scheduled,
                                   const std::function<std::int64_t(std::uint64_t)>& cost) {
    std::vector<std::int64_t> intervals;
    std::uint64_t operation = scheduled.warmup;
    for (const segment& part : scheduled.segments) {
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

TEST(fit_of, recovers_the_mean_of_operations_that_alternate_between_two_costs) {
    const auto every_fifth_costs_more = [](std::uint64_t k) { return k % 5 == 0 ? 150 : 50; };
    const schedule scheduled{5, {{50, 1}, {25, 2}, {15, 4}, {10, 8}, {5, 16}, {5, 32}}};
    const auto fit = fit_of(observed(scheduled, every_fifth_costs_more), scheduled, 1, 1);
    EXPECT_NEAR(fit.intercept, 20, 1e-9);
    EXPECT_NEAR(fit.slope, 70, 1e-9);
}

TEST(fit_of, ignores_one_disturbed_size) {
    const schedule scheduled{3, {{40, 1}, {5, 2}, {3, 4}, {2, 8}, {1, 16}, {1, 32}}};
    std::vector<std::int64_t> samples = observed(scheduled, [](std::uint64_t) { return 58; });
    samples[41] += 1'000'000;
    const auto fit = fit_of(samples, scheduled, 1, 1);
    EXPECT_NEAR(fit.slope, 58, 1e-9);
    EXPECT_NEAR(fit.intercept, 20, 1e-9);
}

TEST(fit_of, is_in_ns_for_one_counted_unit) {
    const schedule scheduled{3, {{40, 1}, {0, 2}, {3, 4}}}; // a size without groups has no point
    const auto fit =
        fit_of(observed(scheduled, [](std::uint64_t) { return 60; }), scheduled, 0.5, 2);
    EXPECT_NEAR(fit.intercept, 10, 1e-9);
    EXPECT_NEAR(fit.slope, 15, 1e-9);
}

TEST(keep_samples, keeps_single_operations_only) {
    const std::vector<std::int64_t> samples{30, 70, 50, 9999, 8888, 40};
    const schedule scheduled{1, {{3, 1}, {2, 2}, {1, 1}}};
    case_round round;
    round.process = 2;
    round.round = 9;
    round.disturbances = {"steal 1 tick"};
    case_record record;
    record.ns_per_count = 0.5;
    keep_samples(samples, scheduled, round, record);
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

TEST(note_preemptions, concerns_a_single_thread_alone) {
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
