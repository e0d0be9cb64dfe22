// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/session.hpp>

#include "stage.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Three fake cases; a value batch is 100 operations, a samples batch 16 + 4 * 2.
class session_check : public ::testing::Test {
protected:
    [[nodiscard]] pass_order order_of(std::uint64_t rounds) const {
        pass_order order;
        order.cases.assign(cases.size(), {{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}});
        order.rounds.assign(cases.size(), rounds);
        order.controls = {0};
        order.seed = 5;
        return order;
    }
    pass run(const pass_order& order) {
        return session({}, play.make_hooks()).run_pass(cases, order);
    }
    pass run(std::uint64_t rounds) { return run(order_of(rounds)); }

    static std::vector<case_record> all_records(const pass& result) {
        std::vector<case_record> all = result.cases;
        all.insert(all.end(), result.controls.begin(), result.controls.end());
        return all;
    }
    static std::size_t rounds_kept(const pass& result) {
        std::size_t sum = 0;
        for (const case_record& record : all_records(result)) {
            sum += record.rounds.size();
        }
        return sum;
    }

    stage play;
    std::vector<measured_case> cases{play.make("a", 50), play.make("b", 60), play.make("c", 70)};
};

TEST_F(session_check, runs_every_case_each_round_and_controls_twice) {
    const pass result = run(12);
    EXPECT_FALSE(result.ended_early);
    EXPECT_EQ(result.rounds, 12u);
    ASSERT_EQ(play.calls.size(), 12u * 4u * 2u);
    for (std::size_t round = 0; round < 12; ++round) {
        std::multiset<std::string> names;
        for (std::size_t slot = 0; slot < 4; ++slot) {
            const auto& first = play.calls[8 * round + 2 * slot];
            const auto& second = play.calls[8 * round + 2 * slot + 1];
            EXPECT_EQ(first.name, second.name);
            EXPECT_EQ(first.value, round % 2 == 0) << "the two batches alternate in going first";
            EXPECT_NE(first.value, second.value);
            names.insert(first.name);
        }
        EXPECT_THAT(names, ElementsAre("a", "a", "b", "c"));
    }
}

TEST_F(session_check, records_the_figures_of_the_batches) {
    calibration clock;
    clock.reading_ns_p50 = 20;
    clock.ns_per_count = 0.5;
    cases[1].compared_with = "c";
    const pass result = session(clock, play.make_hooks()).run_pass(cases, order_of(6));
    ASSERT_EQ(result.cases.size(), 3u);
    ASSERT_EQ(result.controls.size(), 1u);
    for (const case_record& record : all_records(result)) {
        ASSERT_EQ(record.rounds.size(), 6u);
        for (std::uint64_t round = 0; round < 6; ++round) {
            EXPECT_EQ(record.rounds[round].round, round);
            EXPECT_EQ(record.rounds[round].process, 0u);
            EXPECT_EQ(record.rounds[round].operations, 100u);
            EXPECT_NEAR(record.rounds[round].fit.intercept, 10, 1e-9);
            EXPECT_FALSE(record.rounds[round].has_references()) << "there are no such loops here";
        }
        EXPECT_EQ(record.samples.count(), 6u * 16u);
        EXPECT_EQ(record.unit, "one fake operation");
        EXPECT_EQ(record.reading_ns, 20);
        EXPECT_EQ(record.ns_per_count, 0.5);
        EXPECT_THAT(record.cpus, ElementsAre(1));
        EXPECT_THAT(record.failures, IsEmpty());
    }
    EXPECT_EQ(result.cases[1].key.name(), "b");
    EXPECT_EQ(result.cases[1].compared_with, "c");
    EXPECT_NEAR(result.cases[1].rounds[3].value_ns, (60 + 20 / 100.0) / 2, 1e-9);
    EXPECT_NEAR(result.cases[2].rounds[3].fit.slope, 35, 1e-9);
    EXPECT_EQ(result.controls[0].key.name(), "a");
    EXPECT_NEAR(result.controls[0].rounds[3].value_ns, result.cases[0].rounds[3].value_ns, 1e-9);
    EXPECT_THAT(result.fast_ns, IsEmpty());
    EXPECT_FALSE(result.interrupts_share);
}

TEST_F(session_check, numbers_rounds_across_passes) {
    pass_order order = order_of(3);
    order.index = 4;
    order.first_round = 13;
    const pass result = run(order);
    EXPECT_EQ(result.rounds, 3u) << "of this pass";
    for (const case_record& record : all_records(result)) {
        ASSERT_EQ(record.rounds.size(), 3u);
        for (std::uint64_t round = 0; round < 3; ++round) {
            EXPECT_EQ(record.rounds[round].process, 4u);
            EXPECT_EQ(record.rounds[round].round, 13 + round);
        }
        EXPECT_EQ(record.worst.front().process, 4u);
        EXPECT_EQ(record.worst.front().round, 13u);
    }
    EXPECT_FALSE(play.calls.front().value) << "the thirteenth round begins with the samples";
}

TEST_F(session_check, accepts_different_numbers_of_rounds_and_several_controls) {
    pass_order order = order_of(5);
    order.rounds = {2, 5, 1};
    order.controls = {0, 2};
    const pass result = run(order);
    EXPECT_EQ(result.rounds, 5u);
    EXPECT_THAT(result.cases[0].rounds, SizeIs(2));
    EXPECT_THAT(result.cases[1].rounds, SizeIs(5));
    EXPECT_THAT(result.cases[2].rounds, SizeIs(1));
    ASSERT_THAT(result.controls, SizeIs(2));
    EXPECT_THAT(result.controls[0].rounds, SizeIs(2)) << "as many as its case";
    EXPECT_THAT(result.controls[1].rounds, SizeIs(1));
    EXPECT_EQ(result.controls[1].key.name(), "c");
    EXPECT_EQ(result.cases[1].rounds.back().round, 4u);
    EXPECT_EQ(play.calls.size(), 2 * (2u + 2u + 5u + 1u + 1u));
}

TEST_F(session_check, keeps_the_complete_slots_after_an_interrupt) {
    play.interrupt_after = 3 * 8 + 3; // in the middle of the fourth round's second slot
    const pass result = run(100);
    EXPECT_EQ(result.ended_early, stop_reason::interrupted);
    EXPECT_EQ(result.rounds, 3u);
    EXPECT_EQ(play.calls.size(), 3u * 8u + 4u) << "a slot that began is ended";
    EXPECT_EQ(rounds_kept(result), 3u * 4u + 2u);
}

TEST_F(session_check, ends_the_pass_after_a_failed_self_check) {
    play.meddle = [&](const stage::call& called, batch& done) {
        if (called.name == "b" && play.calls_of("b") == 5) {
            ++done.report.probe_calls.front();
        }
    };
    const pass result = run(100);
    EXPECT_EQ(result.ended_early, stop_reason::failed);
    EXPECT_EQ(result.rounds, 3u);
    EXPECT_THAT(result.cases[1].failures, ElementsAre(HasSubstr("iterations lost or invented")));
    EXPECT_EQ(result.cases[1].rounds.size(), 2u) << "a failed round is no round";
    EXPECT_EQ(result.cases[2].rounds.size(), 3u);
}

// In the first pass, the first of the two slots of case a fails, and in the second pass the second.
// One of the slots is the control's.
TEST_F(session_check, ends_the_pass_after_a_failed_self_check_of_a_control) {
    std::size_t controls = 0;
    for (const std::uint64_t slot : {0u, 1u}) {
        play.calls.clear();
        play.meddle = [&](const stage::call& called, batch& done) {
            if (called.name == "a" && play.calls_of("a") == 2 * slot + 1) {
                done.intervals.front() = -1;
            }
        };
        const pass result = run(100);
        EXPECT_EQ(result.ended_early, stop_reason::failed);
        EXPECT_EQ(result.rounds, 1u);
        EXPECT_EQ(result.controls[0].failures.size() + result.cases[0].failures.size(), 1u);
        controls += result.controls[0].failures.size();
    }
    EXPECT_EQ(controls, 1u);
}

TEST_F(session_check, assigns_disturbances_to_their_case_and_round) {
    play.counters.steal_ticks = 1000;
    play.meddle = [&](const stage::call& called, batch&) {
        if (called.name == "c" && play.calls_of("c") == 3) {
            *play.counters.steal_ticks += 2;
        }
    };
    for (const case_record& record : all_records(run(4))) {
        for (const case_round& round : record.rounds) {
            if (record.key.name() == "c" && round.round == 1) {
                EXPECT_THAT(round.disturbances, ElementsAre("steal 2 ticks"));
            } else {
                EXPECT_THAT(round.disturbances, IsEmpty());
            }
        }
    }
}

TEST_F(session_check, counts_the_kernels_events_in_the_value_batch_alone) {
    play.counters.stops = 0;
    play.meddle = [&](const stage::call& called, batch&) {
        *play.counters.stops += called.value ? 1 : 10;
    };
    for (const case_record& record : all_records(run(4))) {
        for (const case_round& round : record.rounds) {
            EXPECT_EQ(round.counted.stops, 1U) << record.key.name();
            EXPECT_THAT(round.disturbances, ElementsAre("stopped 11 times"));
        }
    }
}

TEST_F(session_check, reports_its_progress) {
    pass_order order = order_of(2);
    order.first_round = 7;
    run(order);
    ASSERT_EQ(play.reported.size(), 8u);
    EXPECT_THAT(play.reported, Each(AllOf(Field(&progress::current_phase, progress::phase::rounds),
                                          Field(&progress::expected, 2u), // of this pass
                                          Field(&progress::budget, 0ns),  // that is the run's
                                          Field(&progress::lasts, 0ns))));
    EXPECT_EQ(play.reported.front().done, 0u);
    EXPECT_EQ(play.reported.front().elapsed, 0ns);
    EXPECT_EQ(play.reported.front().case_name, play.calls.front().name);
    EXPECT_EQ(play.reported.back().done, 1u);
    EXPECT_GT(play.reported.back().elapsed, 0ns);
}

/// Two cases of events with an expected time of 1000 ns. Each batch waits for a warm-up event and
/// four others. A batch that is interrupted is not complete.
class event_session_check : public session_check {
protected:
    event_session_check() {
        cases = {play.make("a", 1'500), play.make("b", 1'700)};
        for (measured_case& each : cases) {
            each.valued_by = method::single_events;
            each.events = {3ms, 1'000ns};
        }
        play.meddle = [this](const stage::call&, batch& done) {
            --done.report.probe_calls.front(); // no turn after the last event
            if (play.calls.size() == cut_short) {
                done.complete = false;
                done.intervals.pop_back();
                --done.report.probe_calls.front();
            }
        };
    }
    [[nodiscard]] pass_order order_of(std::uint64_t rounds) const {
        pass_order order = session_check::order_of(rounds);
        order.cases.assign(cases.size(), {{}, {1, {{4, 1}}}});
        return order;
    }
    pass run(std::uint64_t rounds) { return session_check::run(order_of(rounds)); }

    std::uint64_t cut_short = UINT64_MAX; ///< this batch
};

TEST_F(event_session_check, records_the_figures_of_the_events) {
    calibration clock;
    clock.reading_ns_p50 = 20;
    const pass result = session(clock, play.make_hooks()).run_pass(cases, order_of(6));
    EXPECT_FALSE(result.ended_early);
    EXPECT_EQ(play.calls.size(), 6u * 3u) << "one batch each: nothing is measured twice";
    for (const case_record& record : all_records(result)) {
        const double lateness_ns = record.key.name() == "a" ? 500 : 700;
        EXPECT_EQ(record.valued_by, method::single_events);
        EXPECT_EQ(record.samples.count(), 6u * 4u);
        ASSERT_EQ(record.rounds.size(), 6u);
        for (const case_round& round : record.rounds) {
            EXPECT_EQ(round.operations, 4u);
            EXPECT_DOUBLE_EQ(round.value_ns, lateness_ns);
            EXPECT_DOUBLE_EQ(round.fit.intercept, 20);
            EXPECT_DOUBLE_EQ(round.fit.slope, lateness_ns);
        }
    }
}

TEST_F(event_session_check, assigns_gaps_to_their_pass) {
    const auto plain = cases[1].run;
    cases[1].run = [plain](const schedule& scheduled, clock::source source) {
        batch done = plain(scheduled, source);
        done.report.gaps.add({7'000, 2'000, 0});
        done.report.gaps.add_watched({0, 2'000, 100'000});
        done.report.gaps.keep_if_among_longest({{7'000, 2'000, 0}, {"words"}});
        return done;
    };
    pass_order order = order_of(2);
    order.index = 4;
    const pass result = session_check::run(order);
    EXPECT_TRUE(result.cases[0].gaps.empty());
    const gap of_this_pass{7'000, 2'000, 4};
    EXPECT_THAT(result.cases[1].gaps.listed, ElementsAre(of_this_pass, of_this_pass));
    EXPECT_THAT(result.cases[1].gaps.watched, ElementsAre(watched_time{4, 4'000, 200'000}));
    ASSERT_EQ(result.cases[1].gaps.longest.size(), 2u);
    EXPECT_EQ(result.cases[1].gaps.longest[0], (counted_gap{of_this_pass, {"words"}}));
}

TEST_F(event_session_check, drops_an_interrupted_batch_without_a_failure) {
    struct interrupt {
        std::uint64_t after_calls, cut_short, rounds, kept;
        bool early;
    };
    for (const interrupt& each : {interrupt{8, 8, 2, 7, true},     // in the third round
                                  interrupt{6, 6, 1, 5, true},     // though no more rounds are left
                                  interrupt{6, 0, 2, 6, false}}) { // after the last event
        play.calls.clear();
        play.interrupt_after = each.after_calls;
        cut_short = each.cut_short;
        const pass result = run(each.after_calls == 6 ? 2 : 100);
        EXPECT_EQ(result.ended_early.has_value(), each.early);
        EXPECT_EQ(result.rounds, each.rounds);
        EXPECT_EQ(rounds_kept(result), each.kept);
        EXPECT_EQ(play.calls.size(), each.after_calls);
        for (const case_record& record : all_records(result)) {
            EXPECT_THAT(record.failures, IsEmpty());
        }
    }
}

// Waiting for an event could take the whole budget.
TEST_F(event_session_check, mixes_loops_and_events_and_has_a_first_look_at_loops_alone) {
    const auto change = play.meddle;
    play.meddle = [change](const stage::call& called, batch& done) {
        if (called.name != "loop") {
            change(called, done);
        }
    };
    cases[0].events.not_timed = 10ms;
    cases[1].events.lasts = 0ns;
    cases.push_back(play.make("loop", 50));
    const auto pilots = session({}, play.make_hooks()).first_look(cases);
    ASSERT_EQ(pilots.size(), 3u);
    EXPECT_TRUE(pilots[0].events);
    EXPECT_EQ(pilots[0].operation_ns, 3e6);
    EXPECT_GT(pilots[0].setup_ns, 10e6);
    EXPECT_GT(pilots[1].operation_ns, 0) << "it is a divisor";
    EXPECT_FALSE(pilots[2].events);
    EXPECT_EQ(play.calls_of("a") + play.calls_of("b"), 0u);

    play.calls.clear();
    play.reported.clear();
    pass_order order = order_of(6);
    order.cases[2] = {{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}};
    const pass result = session_check::run(order);
    EXPECT_FALSE(result.ended_early);
    EXPECT_EQ(play.calls_of("loop"), 6u * 2u);
    EXPECT_EQ(play.calls.size(), 6u * (2u + 3u));
    EXPECT_EQ(result.cases[2].valued_by, method::untimed_loop);
    EXPECT_EQ(result.cases[2].rounds.size(), 6u);
    for (const progress& report : play.reported) {
        EXPECT_EQ(report.lasts, report.case_name == "a" ? 3ms * 5 : 0ns);
    }
}

} // namespace
} // namespace tollgate::measure
