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

/// Three made-up cases; a value batch is 100 operations, a samples batch 16 + 4 * 2.
class session_check : public ::testing::Test {
protected:
    [[nodiscard]] pass_order order_of(std::uint64_t rounds) const {
        pass_order what;
        what.cases.assign(cases.size(), {{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}});
        what.rounds.assign(cases.size(), rounds);
        what.twins = {0};
        what.seed = 5;
        return what;
    }
    pass run(const pass_order& what) { return session({}, play.outside()).run_pass(cases, what); }
    pass run(std::uint64_t rounds) { return run(order_of(rounds)); }

    static std::vector<case_record> all_records(const pass& seen) {
        std::vector<case_record> all = seen.cases;
        all.insert(all.end(), seen.twins.begin(), seen.twins.end());
        return all;
    }
    static std::size_t rounds_kept(const pass& seen) {
        std::size_t sum = 0;
        for (const case_record& record : all_records(seen)) {
            sum += record.rounds.size();
        }
        return sum;
    }

    stage play;
    std::vector<measured_case> cases{play.make("a", 50), play.make("b", 60), play.make("c", 70)};
};

TEST_F(session_check, every_case_runs_each_round_and_the_twins_twice) {
    const pass seen = run(12);
    EXPECT_FALSE(seen.ended_early);
    EXPECT_EQ(seen.rounds, 12u);
    ASSERT_EQ(play.calls.size(), 12u * 4u * 2u);
    for (std::size_t round = 0; round < 12; ++round) {
        std::multiset<std::string> names;
        for (std::size_t slot = 0; slot < 4; ++slot) {
            const auto& first = play.calls[8 * round + 2 * slot];
            const auto& second = play.calls[8 * round + 2 * slot + 1];
            EXPECT_EQ(first.name, second.name);
            EXPECT_EQ(first.value, round % 2 == 0) << "the two batches take turns in going first";
            EXPECT_NE(first.value, second.value);
            names.insert(first.name);
        }
        EXPECT_THAT(names, ElementsAre("a", "a", "b", "c"));
    }
}

TEST_F(session_check, the_records_hold_what_the_batches_gave) {
    calibration clock;
    clock.reading_ns_p50 = 20;
    clock.ns_per_count = 0.5;
    cases[1].compared_with = "c";
    const pass seen = session(clock, play.outside()).run_pass(cases, order_of(6));
    ASSERT_EQ(seen.cases.size(), 3u);
    ASSERT_EQ(seen.twins.size(), 1u);
    for (const case_record& record : all_records(seen)) {
        ASSERT_EQ(record.rounds.size(), 6u);
        for (std::uint64_t round = 0; round < 6; ++round) {
            EXPECT_EQ(record.rounds[round].round, round);
            EXPECT_EQ(record.rounds[round].process, 0u);
            EXPECT_EQ(record.rounds[round].operations, 100u);
            EXPECT_NEAR(record.rounds[round].fit.intercept, 10, 1e-9);
            EXPECT_FALSE(record.rounds[round].has_references()) << "there are no such loops here";
        }
        EXPECT_EQ(record.samples.count(), 6u * 16u);
        EXPECT_EQ(record.unit, "one made-up operation");
        EXPECT_EQ(record.reading_ns, 20);
        EXPECT_EQ(record.ns_per_count, 0.5);
        EXPECT_THAT(record.cpus, ElementsAre(1));
        EXPECT_THAT(record.failures, IsEmpty());
    }
    EXPECT_EQ(seen.cases[1].key.name(), "b");
    EXPECT_EQ(seen.cases[1].compared_with, "c");
    EXPECT_NEAR(seen.cases[1].rounds[3].value_ns, (60 + 20 / 100.0) / 2, 1e-9);
    EXPECT_NEAR(seen.cases[2].rounds[3].fit.slope, 35, 1e-9);
    EXPECT_EQ(seen.twins[0].key.name(), "a");
    EXPECT_NEAR(seen.twins[0].rounds[3].value_ns, seen.cases[0].rounds[3].value_ns, 1e-9);
    EXPECT_THAT(seen.fast_ns, IsEmpty());
    EXPECT_FALSE(seen.interrupts_share);
}

TEST_F(session_check, a_round_knows_its_pass_and_counts_on_from_the_passes_before) {
    pass_order what = order_of(3);
    what.index = 4;
    what.first_round = 13;
    const pass seen = run(what);
    EXPECT_EQ(seen.rounds, 3u) << "of this pass";
    for (const case_record& record : all_records(seen)) {
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

TEST_F(session_check, cases_may_have_different_numbers_of_rounds_and_several_twins) {
    pass_order what = order_of(5);
    what.rounds = {2, 5, 1};
    what.twins = {0, 2};
    const pass seen = run(what);
    EXPECT_EQ(seen.rounds, 5u);
    EXPECT_THAT(seen.cases[0].rounds, SizeIs(2));
    EXPECT_THAT(seen.cases[1].rounds, SizeIs(5));
    EXPECT_THAT(seen.cases[2].rounds, SizeIs(1));
    ASSERT_THAT(seen.twins, SizeIs(2));
    EXPECT_THAT(seen.twins[0].rounds, SizeIs(2)) << "as many as the case that it is of";
    EXPECT_THAT(seen.twins[1].rounds, SizeIs(1));
    EXPECT_EQ(seen.twins[1].key.name(), "c");
    EXPECT_EQ(seen.cases[1].rounds.back().round, 4u);
    EXPECT_EQ(play.calls.size(), 2 * (2u + 2u + 5u + 1u + 1u));
}

TEST_F(session_check, an_interrupt_keeps_what_there_is_and_says_so) {
    play.interrupt_after = 3 * 8 + 3; // in the middle of the fourth round's second slot
    const pass seen = run(100);
    EXPECT_EQ(seen.ended_early, stop_reason::interrupted);
    EXPECT_EQ(seen.rounds, 3u);
    EXPECT_EQ(play.calls.size(), 3u * 8u + 4u) << "a slot that began is ended";
    EXPECT_EQ(rounds_kept(seen), 3u * 4u + 2u);
}

TEST_F(session_check, a_failed_proof_ends_the_pass) {
    play.meddle = [&](const stage::call& which, batch& done) {
        if (which.name == "b" && play.calls_of("b") == 5) {
            ++done.report.turns.front();
        }
    };
    const pass seen = run(100);
    EXPECT_EQ(seen.ended_early, stop_reason::failed);
    EXPECT_EQ(seen.rounds, 3u);
    EXPECT_THAT(seen.cases[1].failures, ElementsAre(HasSubstr("turns lost or invented")));
    EXPECT_EQ(seen.cases[1].rounds.size(), 2u) << "a failed round is no round";
    EXPECT_EQ(seen.cases[2].rounds.size(), 3u);
}

/// Passes in which only the first, then only the second of the first case's two slots fails: one of
/// them is the twin's.
TEST_F(session_check, a_failed_proof_of_the_twin_ends_it_too) {
    std::size_t twins = 0;
    for (const std::uint64_t slot : {0u, 1u}) {
        play.calls.clear();
        play.meddle = [&](const stage::call& which, batch& done) {
            if (which.name == "a" && play.calls_of("a") == 2 * slot + 1) {
                done.intervals.front() = -1;
            }
        };
        const pass seen = run(100);
        EXPECT_EQ(seen.ended_early, stop_reason::failed);
        EXPECT_EQ(seen.rounds, 1u);
        EXPECT_EQ(seen.twins[0].failures.size() + seen.cases[0].failures.size(), 1u);
        twins += seen.twins[0].failures.size();
    }
    EXPECT_EQ(twins, 1u);
}

TEST_F(session_check, disturbances_belong_to_the_case_and_round_they_fell_into) {
    play.counters.steal_ticks = 1000;
    play.meddle = [&](const stage::call& which, batch&) {
        if (which.name == "c" && play.calls_of("c") == 3) {
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

TEST_F(session_check, what_the_kernel_counted_is_of_the_batch_with_the_value_alone) {
    play.counters.stops = 0;
    play.meddle = [&](const stage::call& which, batch&) {
        *play.counters.stops += which.value ? 1 : 10;
    };
    for (const case_record& record : all_records(run(4))) {
        for (const case_round& round : record.rounds) {
            EXPECT_EQ(round.counted.stops, 1U) << record.key.name();
            EXPECT_THAT(round.disturbances, ElementsAre("stopped 11 times"));
        }
    }
}

TEST_F(session_check, progress_tells_where_it_is) {
    pass_order what = order_of(2);
    what.first_round = 7;
    run(what);
    ASSERT_EQ(play.reported.size(), 8u);
    EXPECT_THAT(play.reported, Each(AllOf(Field(&progress::what, progress::phase::rounds),
                                          Field(&progress::expected, 2u), // of this pass
                                          Field(&progress::budget, 0ns),  // that is the run's
                                          Field(&progress::lasts, 0ns))));
    EXPECT_EQ(play.reported.front().done, 0u);
    EXPECT_EQ(play.reported.front().elapsed, 0ns);
    EXPECT_EQ(play.reported.front().case_name, play.calls.front().name);
    EXPECT_EQ(play.reported.back().done, 1u);
    EXPECT_GT(play.reported.back().elapsed, 0ns);
}

/// Two cases of events that were asked to take 1000 ns. Each batch waits for one to warm up and
/// four others; the one that is at work when an interrupt comes is not complete.
class event_session_check : public session_check {
protected:
    event_session_check() {
        cases = {play.make("a", 1'500), play.make("b", 1'700)};
        for (measured_case& each : cases) {
            each.valued_by = method::single_events;
            each.events = {3ms, 1'000ns};
        }
        play.meddle = [this](const stage::call&, batch& done) {
            --done.report.turns.front(); // no turn behind the last event
            if (play.calls.size() == cut_short) {
                done.complete = false;
                done.intervals.pop_back();
                --done.report.turns.front();
            }
        };
    }
    [[nodiscard]] pass_order order_of(std::uint64_t rounds) const {
        pass_order what = session_check::order_of(rounds);
        what.cases.assign(cases.size(), {{}, {1, {{4, 1}}}});
        return what;
    }
    pass run(std::uint64_t rounds) { return session_check::run(order_of(rounds)); }

    std::uint64_t cut_short = UINT64_MAX; ///< this batch
};

TEST_F(event_session_check, the_records_hold_what_the_events_gave) {
    calibration clock;
    clock.reading_ns_p50 = 20;
    const pass seen = session(clock, play.outside()).run_pass(cases, order_of(6));
    EXPECT_FALSE(seen.ended_early);
    EXPECT_EQ(play.calls.size(), 6u * 3u) << "one batch each: nothing is measured twice";
    for (const case_record& record : all_records(seen)) {
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

TEST_F(event_session_check, gaps_are_those_of_their_pass) {
    const auto plain = cases[1].run;
    cases[1].run = [plain](const schedule& asked, clock::source source) {
        batch done = plain(asked, source);
        done.report.gaps.add({7'000, 2'000, 0});
        done.report.gaps.add_watched({0, 2'000, 100'000});
        done.report.gaps.keep_if_among_longest({{7'000, 2'000, 0}, {"words"}});
        return done;
    };
    pass_order what = order_of(2);
    what.index = 4;
    const pass seen = session_check::run(what);
    EXPECT_TRUE(seen.cases[0].gaps.empty());
    const gap of_this_pass{7'000, 2'000, 4};
    EXPECT_THAT(seen.cases[1].gaps.listed, ElementsAre(of_this_pass, of_this_pass));
    EXPECT_THAT(seen.cases[1].gaps.watched, ElementsAre(watched_time{4, 4'000, 200'000}));
    ASSERT_EQ(seen.cases[1].gaps.longest.size(), 2u);
    EXPECT_EQ(seen.cases[1].gaps.longest[0], (counted_gap{of_this_pass, {"words"}}));
}

TEST_F(event_session_check, an_interrupt_drops_the_batch_that_it_cut_short_and_fails_nothing) {
    struct interrupt {
        std::uint64_t after_calls, cut_short, rounds, kept;
        bool early;
    };
    for (const interrupt& each : {interrupt{8, 8, 2, 7, true}, // in the third round
                                  interrupt{6, 6, 1, 5, true}, // though no more rounds are to do
                                  interrupt{6, 0, 2, 6, false}}) { // after the last event
        play.calls.clear();
        play.interrupt_after = each.after_calls;
        cut_short = each.cut_short;
        const pass seen = run(each.after_calls == 6 ? 2 : 100);
        EXPECT_EQ(seen.ended_early.has_value(), each.early);
        EXPECT_EQ(seen.rounds, each.rounds);
        EXPECT_EQ(rounds_kept(seen), each.kept);
        EXPECT_EQ(play.calls.size(), each.after_calls);
        for (const case_record& record : all_records(seen)) {
            EXPECT_THAT(record.failures, IsEmpty());
        }
    }
}

// Waiting for an event could take the whole budget.
TEST_F(event_session_check, loops_and_events_share_the_rounds_and_loops_alone_are_looked_at) {
    const auto change = play.meddle;
    play.meddle = [change](const stage::call& which, batch& done) {
        if (which.name != "loop") {
            change(which, done);
        }
    };
    cases[1].events.lasts = 0ns;
    cases.push_back(play.make("loop", 50));
    const auto pilots = session({}, play.outside()).look_at(cases);
    ASSERT_EQ(pilots.size(), 3u);
    EXPECT_TRUE(pilots[0].events);
    EXPECT_EQ(pilots[0].operation_ns, 3e6);
    EXPECT_GT(pilots[0].setup_ns, 0);
    EXPECT_GT(pilots[1].operation_ns, 0) << "is divided by";
    EXPECT_FALSE(pilots[2].events);
    EXPECT_EQ(play.calls_of("a") + play.calls_of("b"), 0u);

    play.calls.clear();
    play.reported.clear();
    pass_order what = order_of(6);
    what.cases[2] = {{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}};
    const pass seen = session_check::run(what);
    EXPECT_FALSE(seen.ended_early);
    EXPECT_EQ(play.calls_of("loop"), 6u * 2u);
    EXPECT_EQ(play.calls.size(), 6u * (2u + 3u));
    EXPECT_EQ(seen.cases[2].valued_by, method::unobserved_loop);
    EXPECT_EQ(seen.cases[2].rounds.size(), 6u);
    for (const progress& report : play.reported) {
        EXPECT_EQ(report.lasts, report.case_name == "a" ? 3ms * 5 : 0ns);
    }
}

} // namespace
} // namespace tollgate::measure
