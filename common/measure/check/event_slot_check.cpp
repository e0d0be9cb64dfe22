// SPDX-License-Identifier: BSL-1.0
#include "../src/round_figures.hpp"
#include "../src/slot.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Three events and one to warm up, of 1000 ns and then some; may be spoiled before it is looked
/// at.
class event_slot_check : public ::testing::Test {
protected:
    event_slot_check() {
        done.intervals = {1'030, 1'010, 1'020};
        done.complete = true;
        done.report.turns = {4};
        done.report.cpus = {1, 3};
        done.report.used = {1200ns, 600ns, 300ns, 8, 4};
        one.valued_by = method::single_events;
        one.events.expected = 1'000ns;
        one.run = [this](const schedule& what, clock::source source) {
            EXPECT_EQ(source, clock.source);
            EXPECT_EQ(what.segments, asked.segments);
            return done;
        };
        clock.source = clock::source::monotonic;
    }

    batch done;
    schedule asked{1, {{3, 1}}};
    measured_case one;
    calibration clock;
};

TEST_F(event_slot_check, a_watch_is_told_before_and_after) {
    std::vector<int> told;
    const value_watch watch{[&] { told.push_back(0); },
                            [&](const loop_report& seen) { told = seen.cpus; }};
    static_cast<void>(observe_events(one, asked, clock, watch));
    EXPECT_THAT(told, ElementsAre(1, 3));
}

TEST_F(event_slot_check, what_was_expected_is_taken_off) {
    const slot seen = observe_events(one, asked, clock);
    EXPECT_THAT(seen.samples, ElementsAre(30, 10, 20));
    EXPECT_THAT(seen.failures, IsEmpty());
    EXPECT_FALSE(seen.cut_short);
    EXPECT_EQ(seen.metered_operations, 4u) << "the threads were metered over the warm-up, too";
    EXPECT_EQ(seen.metered_groups, 3u);
    EXPECT_THAT(seen.cpus, ElementsAre(1, 3));
}

TEST_F(event_slot_check, what_was_expected_is_taken_off_in_the_clocks_counts) {
    clock.ns_per_count = 0.3; // 1000 ns are 3333 counts and a third
    done.intervals = {3'333, 4'333, 3'340};
    EXPECT_THAT(observe_events(one, asked, clock).samples, ElementsAre(0, 1'000, 7));
}

TEST_F(event_slot_check, of_whom_nothing_is_expected_nothing_is_taken_off) {
    one.events.expected = 0ns;
    EXPECT_THAT(observe_events(one, asked, clock).samples, ElementsAre(1'030, 1'010, 1'020));
}

TEST_F(event_slot_check, lengths_without_readings_end_up_as_the_loop_has_added_them) {
    one.events.expected = 0ns;
    one.events.without_readings = true;
    clock.reading_ns_p50 = 40;
    clock.ns_per_count = 0.5;
    const slot seen = observe_events(one, asked, clock);
    EXPECT_THAT(seen.samples, ElementsAre(1'110, 1'090, 1'100));
    EXPECT_DOUBLE_EQ(figures_of_events(seen, clock).value_ns, 510) << "1020 counts";
}

TEST_F(event_slot_check, early_events_are_negative_samples_that_the_histogram_counts) {
    done.intervals = {990, 1'010, 0};
    const slot seen = observe_events(one, asked, clock);
    EXPECT_THAT(seen.samples, ElementsAre(-10, 10, -1'000));
    EXPECT_THAT(seen.failures, IsEmpty()) << "they ended after they had begun";
    case_record record;
    keep_samples(seen.samples, asked, {}, record);
    EXPECT_EQ(record.samples.negative(), 2u);
    EXPECT_EQ(record.samples.count(), 1u);
    EXPECT_DOUBLE_EQ(figures_of_events(seen, clock).value_ns, -10) << "nor is the median clamped";
}

TEST_F(event_slot_check, an_event_of_many_units_is_divided_by_them) {
    done.report.units_per_operation = 10;
    done.intervals = {1'050, 1'150, 1'100};
    one.events.expected = 0ns;
    clock.reading_ns_p50 = 100;
    const case_round figures = figures_of_events(observe_events(one, asked, clock), clock);
    EXPECT_DOUBLE_EQ(figures.value_ns, 100);
    EXPECT_DOUBLE_EQ(figures.units_per_operation, 10);
    EXPECT_DOUBLE_EQ(figures.fit.slope, 100);
    EXPECT_DOUBLE_EQ(figures.fit.intercept, 10);
    EXPECT_DOUBLE_EQ(figures.cpu_ns, (1'200.0 - 2 * 3 * 100) / 40);
    EXPECT_EQ(figures.operations, 3u) << "events are counted, not what they are made of";
}

TEST_F(event_slot_check, cut_short_by_an_interrupt_means_neither_failure_nor_figures) {
    asked.interrupted = [] { return true; };
    done.complete = false;
    done.intervals.pop_back();
    done.report.turns = {3};
    const slot seen = observe_events(one, asked, clock);
    EXPECT_TRUE(seen.cut_short);
    EXPECT_THAT(seen.failures, IsEmpty());
    EXPECT_THAT(seen.samples, IsEmpty());
}

TEST_F(event_slot_check, an_interrupt_hides_no_failed_proof) {
    asked.interrupted = [] { return true; };
    done.complete = false;
    done.report.failures = {"a wake was lost"};
    const slot seen = observe_events(one, asked, clock);
    EXPECT_FALSE(seen.cut_short);
    EXPECT_THAT(seen.failures, ElementsAre("a wake was lost"));
}

TEST_F(event_slot_check, what_was_done_when_the_interrupt_came_counts) {
    asked.interrupted = [] { return true; };
    const slot seen = observe_events(one, asked, clock);
    EXPECT_FALSE(seen.cut_short);
    EXPECT_THAT(seen.samples, ElementsAre(30, 10, 20));
}

TEST_F(event_slot_check, incomplete_without_an_interrupt_is_a_failure) {
    done.complete = false;
    for (const bool anybody_could : {false, true}) {
        asked.interrupted = anybody_could ? [] { return false; } : std::function<bool()>{};
        const slot seen = observe_events(one, asked, clock);
        EXPECT_FALSE(seen.cut_short);
        EXPECT_THAT(seen.failures, ElementsAre(HasSubstr("an interval is missing")));
        EXPECT_THAT(seen.samples, IsEmpty());
    }
}

TEST_F(event_slot_check, the_value_is_the_median_less_an_empty_interval) {
    clock.reading_ns_p50 = 4;
    const case_round round = figures_of_events(observe_events(one, asked, clock), clock);
    EXPECT_EQ(round.operations, 3u);
    EXPECT_DOUBLE_EQ(round.value_ns, 20 - 4);
    EXPECT_EQ(round.units_per_operation, 1);
}

TEST_F(event_slot_check, the_line_goes_through_an_empty_interval_and_the_mean) {
    clock.reading_ns_p50 = 4;
    done.intervals = {1'010, 1'020, 1'090};
    const case_round round = figures_of_events(observe_events(one, asked, clock), clock);
    EXPECT_DOUBLE_EQ(round.fit.intercept, 4);
    EXPECT_DOUBLE_EQ(round.fit.slope, 40 - 4);
    EXPECT_DOUBLE_EQ(round.value_ns, 20 - 4);
}

TEST_F(event_slot_check, a_loop_may_say_in_how_many_operations_it_used_what_it_used) {
    done.report.metered = 6;
    EXPECT_DOUBLE_EQ(figures_of_events(observe_events(one, asked, clock), clock).cpu_ns, 200);
}

TEST_F(event_slot_check, what_the_threads_used_is_for_each_event_the_warm_ups_included) {
    clock.reading_ns_p50 = 4;
    const case_round round = figures_of_events(observe_events(one, asked, clock), clock);
    EXPECT_DOUBLE_EQ(round.cpu_ns, (1'200 - 3 * 2 * 4) / 4.0);
    EXPECT_DOUBLE_EQ(round.cpu_user_ns, 150);
    EXPECT_DOUBLE_EQ(round.cpu_system_ns, 75);
    EXPECT_DOUBLE_EQ(round.voluntary_switches, 2);
    EXPECT_DOUBLE_EQ(round.involuntary_switches, 1);
}

TEST_F(event_slot_check, counts_become_time) {
    clock.ns_per_count = 0.5;
    done.intervals = {2'060, 2'020, 2'040};
    const case_round round = figures_of_events(observe_events(one, asked, clock), clock);
    EXPECT_DOUBLE_EQ(round.value_ns, 20);
    EXPECT_DOUBLE_EQ(round.fit.slope, 20);
    EXPECT_DOUBLE_EQ(round.cpu_ns, 300) << "the threads are metered in nanoseconds";
}

} // namespace
} // namespace tollgate::measure
