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

/// Three made-up cases; a value batch is 100 operations, a samples batch 16 + 4 * 2.
class session_check : public ::testing::Test {
protected:
    rounds measure(const limits& until) {
        plan what{{}, until, 5};
        what.cases.assign(cases.size(), {{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}});
        return session({}, play.outside()).measure(cases, what);
    }
    static limits exactly(std::uint64_t rounds) {
        limits until;
        until.exact_rounds = rounds;
        return until;
    }

    stage play;
    std::vector<measured_case> cases{play.make("a", 50), play.make("b", 60), play.make("c", 70)};
};

TEST_F(session_check, every_case_runs_each_round_and_the_first_twice) {
    const rounds seen = measure(exactly(12));
    EXPECT_EQ(seen.stopped, stop_reason::rounds);
    EXPECT_EQ(seen.done, 12u);
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
    const rounds seen = measure(exactly(6));
    ASSERT_EQ(seen.cases.size(), 3u);
    for (const auto* record : {&seen.cases[0], &seen.cases[1], &seen.cases[2], &seen.twin}) {
        ASSERT_EQ(record->rounds.size(), 6u);
        for (std::uint64_t round = 0; round < 6; ++round) {
            EXPECT_EQ(record->rounds[round].round, round);
            EXPECT_EQ(record->rounds[round].operations, 100u);
            EXPECT_NEAR(record->rounds[round].fit.intercept, 20, 1e-9);
        }
        EXPECT_EQ(record->samples.count(), 6u * 16u);
        EXPECT_EQ(record->unit, "one made-up operation");
        EXPECT_THAT(record->cpus, ElementsAre(1));
        EXPECT_THAT(record->failures, IsEmpty());
    }
    EXPECT_EQ(seen.cases[1].key.name(), "b");
    EXPECT_NEAR(seen.cases[1].rounds[3].value_ns, 60 + 20 / 100.0, 1e-9);
    EXPECT_NEAR(seen.cases[2].rounds[3].fit.slope, 70, 1e-9);
    EXPECT_EQ(seen.twin.key.name(), "a");
    EXPECT_NEAR(seen.twin.rounds[3].value_ns, seen.cases[0].rounds[3].value_ns, 1e-9);
    EXPECT_EQ(seen.took, play.now);
}

TEST_F(session_check, a_single_case_and_its_twin_run_abba) {
    cases.resize(1);
    const rounds seen = measure(exactly(4));
    EXPECT_EQ(seen.cases[0].rounds.size(), 4u);
    EXPECT_EQ(seen.twin.rounds.size(), 4u);
}

TEST_F(session_check, an_interrupt_keeps_what_there_is_and_says_so) {
    play.interrupt_after = 3 * 8 + 3; // in the middle of the fourth round's second slot
    const rounds seen = measure(exactly(100));
    EXPECT_EQ(seen.stopped, stop_reason::interrupted);
    EXPECT_EQ(seen.done, 3u);
    EXPECT_EQ(play.calls.size(), 3u * 8u + 4u) << "a slot that began is ended";
    std::size_t kept = seen.twin.rounds.size();
    for (const case_record& record : seen.cases) {
        EXPECT_GE(record.rounds.size(), 3u);
        kept += record.rounds.size();
    }
    EXPECT_EQ(kept, 3u * 4u + 2u);
    EXPECT_EQ(seen.took, play.now);
}

TEST_F(session_check, an_interrupt_before_the_first_batch) {
    play.interrupt_after = 0;
    const rounds seen = measure(exactly(100));
    EXPECT_EQ(seen.stopped, stop_reason::interrupted);
    EXPECT_EQ(seen.done, 0u);
    EXPECT_THAT(play.calls, IsEmpty());
    EXPECT_EQ(seen.cases.size(), 3u);
}

TEST_F(session_check, a_failed_proof_ends_the_run) {
    play.meddle = [&](const stage::call& which, batch& done) {
        if (which.name == "b" && play.calls_of("b") == 5) {
            ++done.report.turns.front();
        }
    };
    const rounds seen = measure(exactly(100));
    EXPECT_EQ(seen.stopped, stop_reason::failed);
    EXPECT_EQ(seen.done, 3u);
    EXPECT_THAT(seen.cases[1].failures, ElementsAre(HasSubstr("turns lost or invented")));
    EXPECT_EQ(seen.cases[1].rounds.size(), 2u) << "a failed round is no round";
    EXPECT_EQ(seen.cases[2].rounds.size(), 3u);
}

/// Runs in which only the first, then only the second of the first case's two slots fails: one of
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
        const rounds seen = measure(exactly(100));
        EXPECT_EQ(seen.stopped, stop_reason::failed);
        EXPECT_EQ(seen.done, 1u);
        EXPECT_EQ(seen.twin.failures.size() + seen.cases[0].failures.size(), 1u);
        twins += seen.twin.failures.size();
    }
    EXPECT_EQ(twins, 1u);
}

TEST_F(session_check, a_failed_proof_of_the_samples_ends_it_too) {
    play.meddle = [](const stage::call& which, batch& done) {
        if (which.name == "a" && !which.value) {
            done.intervals.back() = -1;
        }
    };
    const rounds seen = measure(exactly(100));
    EXPECT_EQ(seen.stopped, stop_reason::failed);
    EXPECT_EQ(seen.done, 1u);
    EXPECT_THAT(seen.cases[0].failures, ElementsAre(HasSubstr("ended before")));
    EXPECT_THAT(seen.twin.failures, ElementsAre(HasSubstr("ended before")));
    EXPECT_THAT(seen.cases[1].failures, IsEmpty());
}

TEST_F(session_check, disturbances_belong_to_the_case_and_round_they_fell_into) {
    play.counters.steal_ticks = 1000;
    play.meddle = [&](const stage::call& which, batch&) {
        if (which.name == "c" && play.calls_of("c") == 3) {
            *play.counters.steal_ticks += 2;
        }
    };
    const rounds seen = measure(exactly(4));
    for (const auto* record : {&seen.cases[0], &seen.cases[1], &seen.cases[2], &seen.twin}) {
        for (const case_round& round : record->rounds) {
            if (record->key.name() == "c" && round.round == 1) {
                EXPECT_THAT(round.disturbances, ElementsAre("steal 2 ticks"));
            } else {
                EXPECT_THAT(round.disturbances, IsEmpty());
            }
        }
    }
}

TEST_F(session_check, a_lone_thread_that_lost_its_cpu_was_disturbed) {
    cases[2] = play.make("c", 70, 2);
    play.meddle = [](const stage::call&, batch& done) {
        done.report.used.involuntary_switches = 1;
    };
    const rounds seen = measure(exactly(1));
    EXPECT_THAT(seen.cases[0].rounds[0].disturbances, ElementsAre("preempted 1 time"));
    EXPECT_THAT(seen.cases[2].rounds[0].disturbances, IsEmpty());
}

TEST_F(session_check, the_budget_ends_it_before_it_is_overdrawn) {
    int length = 0;
    play.meddle = [&](const stage::call& which, batch& done) {
        done.intervals.front() += which.value ? 1000 * (++length % 7) : 0; // never narrow
    };
    limits until;
    until.budget = std::chrono::nanoseconds(500'000);
    const rounds seen = measure(until);
    EXPECT_EQ(seen.stopped, stop_reason::budget);
    const auto one = seen.took / static_cast<std::int64_t>(seen.done);
    EXPECT_LE(seen.took, until.budget);
    EXPECT_GT(seen.took + one, until.budget);
    EXPECT_GE(seen.done, 6u);
}

TEST_F(session_check, steady_cases_converge_after_six_rounds) {
    limits until;
    until.budget = 1h;
    const rounds seen = measure(until);
    EXPECT_EQ(seen.stopped, stop_reason::converged);
    EXPECT_EQ(seen.done, 6u);
}

TEST_F(session_check, progress_tells_where_it_is) {
    limits until = exactly(2);
    until.budget = 3s;
    measure(until);
    ASSERT_EQ(play.reported.size(), 8u);
    EXPECT_EQ(play.reported.front().done, 0u);
    EXPECT_EQ(play.reported.front().expected, 2u);
    EXPECT_EQ(play.reported.front().elapsed, 0ns);
    EXPECT_EQ(play.reported.front().budget, 3s);
    EXPECT_EQ(play.reported.front().case_name, play.calls.front().name);
    EXPECT_EQ(play.reported.back().done, 1u);
    EXPECT_GT(play.reported.back().elapsed, 0ns);
}

TEST_F(session_check, counts_become_time_by_the_calibration) {
    calibration clock;
    clock.ns_per_count = 0.5;
    plan what{{}, exactly(1), 5};
    what.cases.assign(3, {{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}});
    session here(clock, play.outside());
    EXPECT_EQ(here.clock().ns_per_count, 0.5);
    const rounds seen = here.measure(cases, what);
    EXPECT_NEAR(seen.cases[0].rounds[0].value_ns, 25.1, 1e-9);
    EXPECT_EQ(seen.cases[0].ns_per_count, 0.5);
}

} // namespace
} // namespace tollgate::measure
