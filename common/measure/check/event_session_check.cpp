// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/session.hpp>

#include "stage.hpp"

#include <gmock/gmock.h>

#include <set>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Two made-up cases of events; each batch waits for one to warm up and four others.
class event_session_check : public ::testing::Test {
protected:
    static constexpr std::uint64_t events_a_batch = 5;

    /// Each event takes `lateness_ns` more than the 1000 ns that were asked for, and is timed with
    /// a reading of 20 ns.
    measured_case make(const std::string& name, std::int64_t lateness_ns) {
        measured_case made;
        made.key = name;
        made.unit = "one made-up event";
        made.valued_by = method::single_events;
        made.events = {3ms, 1'000ns};
        made.run = [this, name, lateness_ns](const schedule& asked, clock::source) {
            batch done;
            std::uint64_t taken = 0;
            while (taken < asked.operations() && !(asked.interrupted && asked.interrupted())) {
                ++taken;
                ++events;
                now += std::chrono::nanoseconds(1'000 + lateness_ns);
                if (taken > asked.warmup) {
                    done.intervals.push_back(1'000 + lateness_ns + 20);
                }
            }
            done.complete = done.intervals.size() == asked.groups();
            done.report.turns = {taken + (name == liar ? 1u : 0u)};
            done.report.cpus = {1};
            names.push_back(name);
            return done;
        };
        return made;
    }

    surroundings outside() {
        surroundings made;
        made.now = [this] { return now; };
        made.interrupted = [this] { return events >= interrupt_after; };
        made.report_progress = [this](const progress& seen) { reported.push_back(seen); };
        return made;
    }

    [[nodiscard]] pass_order order_of(std::uint64_t rounds) const {
        pass_order what;
        what.cases.assign(cases.size(), {{}, {1, {{4, 1}}}});
        what.rounds.assign(cases.size(), rounds);
        what.twins = {0};
        what.seed = 5;
        return what;
    }

    pass run(std::uint64_t rounds) {
        calibration clock;
        clock.reading_ns_p50 = 20;
        return session(clock, outside()).run_pass(cases, order_of(rounds));
    }

    static std::size_t kept(const pass& seen) {
        std::size_t sum = seen.twins[0].rounds.size();
        for (const case_record& record : seen.cases) {
            sum += record.rounds.size();
        }
        return sum;
    }

    static std::size_t failures(const pass& seen) {
        std::size_t sum = seen.twins[0].failures.size();
        for (const case_record& record : seen.cases) {
            sum += record.failures.size();
        }
        return sum;
    }

    std::chrono::nanoseconds now{0};
    std::uint64_t events = 0;
    std::uint64_t interrupt_after = UINT64_MAX; ///< events
    std::string liar;
    std::vector<std::string> names; ///< of the batches
    std::vector<progress> reported;
    std::vector<measured_case> cases{make("a", 500), make("b", 700)};
};

TEST_F(event_session_check, every_case_runs_each_round_and_the_twin_twice) {
    const pass seen = run(6);
    EXPECT_FALSE(seen.ended_early);
    EXPECT_EQ(seen.rounds, 6u);
    ASSERT_EQ(names.size(), 6u * 3u) << "one batch each: nothing is measured twice";
    for (std::size_t round = 0; round < 6; ++round) {
        const auto first = names.begin() + static_cast<std::ptrdiff_t>(3 * round);
        EXPECT_THAT(std::multiset<std::string>(first, first + 3), ElementsAre("a", "a", "b"));
    }
}

TEST_F(event_session_check, gaps_are_those_of_their_pass) {
    const auto plain = cases[1].run;
    cases[1].run = [plain](const schedule& asked, clock::source source) {
        batch done = plain(asked, source);
        done.report.gaps.add({7'000, 2'000, 0});
        done.report.gaps.keep_if_among_longest({{7'000, 2'000, 0}, {"words"}});
        return done;
    };
    calibration clock;
    pass_order what = order_of(2);
    what.index = 4;
    const pass seen = session(clock, outside()).run_pass(cases, what);
    EXPECT_TRUE(seen.cases[0].gaps.empty());
    const gap of_this_pass{7'000, 2'000, 4};
    EXPECT_THAT(seen.cases[1].gaps.listed, ElementsAre(of_this_pass, of_this_pass));
    ASSERT_EQ(seen.cases[1].gaps.longest.size(), 2u);
    EXPECT_EQ(seen.cases[1].gaps.longest[0], (counted_gap{of_this_pass, {"words"}}));
}

TEST_F(event_session_check, the_records_hold_what_the_events_gave) {
    cases[1].compared_with = "c";
    const pass seen = run(6);
    EXPECT_EQ(seen.cases[0].key.name(), "a");
    EXPECT_EQ(seen.twins[0].key.name(), "a");
    EXPECT_EQ(seen.cases[0].compared_with, "");
    EXPECT_EQ(seen.cases[1].compared_with, "c");
    for (const auto* record : {&seen.cases[0], &seen.cases[1], &seen.twins[0]}) {
        const double lateness_ns = record->key.name() == "a" ? 500 : 700;
        EXPECT_EQ(record->valued_by, method::single_events);
        EXPECT_EQ(record->samples.count(), 6u * 4u);
        ASSERT_EQ(record->rounds.size(), 6u);
        for (std::uint64_t round = 0; round < 6; ++round) {
            EXPECT_EQ(record->rounds[round].round, round);
            EXPECT_EQ(record->rounds[round].operations, 4u);
            EXPECT_DOUBLE_EQ(record->rounds[round].value_ns, lateness_ns);
            EXPECT_DOUBLE_EQ(record->rounds[round].fit.intercept, 20);
            EXPECT_DOUBLE_EQ(record->rounds[round].fit.slope, lateness_ns);
        }
    }
}

TEST_F(event_session_check, an_interrupt_drops_the_batch_in_its_middle_and_fails_nothing) {
    interrupt_after = std::uint64_t{3} * 3 * events_a_batch + events_a_batch + 2;
    const pass seen = run(100);
    EXPECT_EQ(seen.ended_early, stop_reason::interrupted);
    EXPECT_EQ(seen.rounds, 3u);
    EXPECT_EQ(events, interrupt_after) << "another event is not waited for";
    EXPECT_EQ(kept(seen), 3u * 3u + 1u);
    EXPECT_EQ(failures(seen), 0u);
}

TEST_F(event_session_check, a_round_without_its_last_batch_is_not_done) {
    interrupt_after = std::uint64_t{2} * 3 * events_a_batch - 1;
    const pass seen = run(2);
    EXPECT_EQ(seen.ended_early, stop_reason::interrupted)
        << "though there are no more rounds to do";
    EXPECT_EQ(seen.rounds, 1u);
    EXPECT_EQ(kept(seen), 2u * 3u - 1u);
    EXPECT_EQ(failures(seen), 0u);
}

TEST_F(event_session_check, an_interrupt_after_the_last_event_loses_nothing) {
    interrupt_after = std::uint64_t{2} * 3 * events_a_batch;
    const pass seen = run(2);
    EXPECT_FALSE(seen.ended_early);
    EXPECT_EQ(seen.rounds, 2u);
    EXPECT_EQ(kept(seen), 2u * 3u);
}

TEST_F(event_session_check, an_invented_event_ends_the_pass) {
    liar = "b";
    const pass seen = run(100);
    EXPECT_EQ(seen.ended_early, stop_reason::failed);
    EXPECT_EQ(seen.rounds, 1u);
    EXPECT_THAT(seen.cases[1].failures, ElementsAre(HasSubstr("6 taken, 5 due")));
    EXPECT_THAT(seen.cases[1].rounds, IsEmpty());
    EXPECT_THAT(seen.cases[0].failures, IsEmpty());
}

TEST_F(event_session_check, progress_tells_how_long_the_events_last) {
    run(2);
    ASSERT_EQ(reported.size(), 6u);
    for (const progress& one : reported) {
        EXPECT_EQ(one.lasts, 3ms * events_a_batch);
    }
}

// Waiting for one could take the whole budget.
TEST_F(event_session_check, how_long_events_take_is_known_without_a_look) {
    cases.back().events.lasts = 0ns;
    const auto pilots = session({}, outside()).look_at(cases);
    EXPECT_THAT(names, IsEmpty());
    EXPECT_THAT(reported, IsEmpty());
    ASSERT_EQ(pilots.size(), 2u);
    EXPECT_TRUE(pilots[0].events);
    EXPECT_EQ(pilots[0].operation_ns, 3e6);
    EXPECT_GT(pilots[0].setup_ns, 0);
    EXPECT_GT(pilots[1].operation_ns, 0) << "is divided by";
}

TEST_F(event_session_check, loops_and_events_share_the_rounds) {
    stage play;
    cases.push_back(play.make("loop", 50));
    const auto pilots = session({}, outside()).look_at(cases);
    ASSERT_EQ(pilots.size(), 3u);
    EXPECT_FALSE(pilots[2].events);
    EXPECT_THAT(names, IsEmpty());

    play.calls.clear();
    pass_order what = order_of(6);
    what.cases[2] = {{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}};
    const pass seen = session({}, outside()).run_pass(cases, what);
    EXPECT_FALSE(seen.ended_early);
    EXPECT_EQ(failures(seen), 0u);
    EXPECT_EQ(play.calls.size(), 6u * 2u);
    EXPECT_EQ(names.size(), 6u * 3u);
    EXPECT_EQ(seen.cases[2].valued_by, method::unobserved_loop);
    EXPECT_EQ(seen.cases[2].rounds.size(), 6u);
    for (const progress& one : reported) {
        EXPECT_EQ(one.lasts > 0ns, one.case_name != "loop");
    }
}

TEST_F(event_session_check, nothing_is_cut_short_where_no_interrupt_can_come) {
    surroundings alone;
    alone.now = [this] { return now; };
    const pass seen = session({}, alone).run_pass(cases, order_of(2));
    EXPECT_FALSE(seen.ended_early);
    EXPECT_EQ(kept(seen), 6u);
}

// Events are not looked at before the rounds, so the CPUs of the first batch are not known.
TEST_F(event_session_check, the_first_batch_alone_has_no_reference_loop_before_it) {
    surroundings with = outside();
    std::vector<int> loops_on;
    with.reference = [&](int cpu) {
        loops_on.push_back(cpu);
        return reference_time{1000, 1000, 1000};
    };
    cases.resize(1);
    const pass seen = session({}, with).run_pass(cases, order_of(3));
    // The case and its twin run three times each, back to back.
    EXPECT_THAT(loops_on, ElementsAre(1, 1, 1, 1, 1, 1));
    std::size_t without = 0;
    for (const case_record* record : {&seen.cases[0], &seen.twins[0]}) {
        ASSERT_EQ(record->rounds.size(), 3u);
        for (const case_round& round : record->rounds) {
            EXPECT_EQ(round.reference_after_ns, 1000);
            without += round.has_references() ? 0u : 1u;
        }
    }
    EXPECT_EQ(without, 1u);
}

} // namespace
} // namespace tollgate::measure
