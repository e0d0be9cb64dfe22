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

    static std::vector<const case_record*> all_records(pass&&) = delete;
    static std::vector<const case_record*> all_records(const pass& seen) {
        std::vector<const case_record*> all;
        for (const auto* records : {&seen.cases, &seen.twins}) {
            for (const case_record& record : *records) {
                all.push_back(&record);
            }
        }
        return all;
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
    const pass seen = session(clock, play.outside()).run_pass(cases, order_of(6));
    ASSERT_EQ(seen.cases.size(), 3u);
    ASSERT_EQ(seen.twins.size(), 1u);
    for (const case_record* record : all_records(seen)) {
        ASSERT_EQ(record->rounds.size(), 6u);
        for (std::uint64_t round = 0; round < 6; ++round) {
            EXPECT_EQ(record->rounds[round].round, round);
            EXPECT_EQ(record->rounds[round].process, 0u);
            EXPECT_EQ(record->rounds[round].operations, 100u);
            EXPECT_NEAR(record->rounds[round].fit.intercept, 20, 1e-9);
            EXPECT_FALSE(record->rounds[round].has_references()) << "there are no such loops here";
        }
        EXPECT_EQ(record->samples.count(), 6u * 16u);
        EXPECT_EQ(record->unit, "one made-up operation");
        EXPECT_EQ(record->reading_ns, 20);
        EXPECT_THAT(record->cpus, ElementsAre(1));
        EXPECT_THAT(record->failures, IsEmpty());
    }
    EXPECT_EQ(seen.cases[1].key.name(), "b");
    EXPECT_NEAR(seen.cases[1].rounds[3].value_ns, 60 + 20 / 100.0, 1e-9);
    EXPECT_NEAR(seen.cases[2].rounds[3].fit.slope, 70, 1e-9);
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
    for (const case_record* record : all_records(seen)) {
        ASSERT_EQ(record->rounds.size(), 3u);
        for (std::uint64_t round = 0; round < 3; ++round) {
            EXPECT_EQ(record->rounds[round].process, 4u);
            EXPECT_EQ(record->rounds[round].round, 13 + round);
        }
        EXPECT_EQ(record->worst.front().process, 4u);
        EXPECT_EQ(record->worst.front().round, 13u);
    }
    EXPECT_FALSE(play.calls.front().value) << "the thirteenth round begins with the samples";
}

TEST_F(session_check, the_order_goes_on_where_the_pass_before_ended) {
    pass_order what = order_of(8);
    run(what);
    std::vector<std::string> at_once;
    std::vector<std::string> in_two;
    play.happened.swap(at_once);
    what = order_of(4);
    run(what);
    what.first_round = 4;
    run(what);
    play.happened.swap(in_two);
    EXPECT_EQ(at_once, in_two);
}

TEST_F(session_check, cases_may_have_different_numbers_of_rounds) {
    pass_order what = order_of(5);
    what.rounds = {2, 5, 1};
    const pass seen = run(what);
    EXPECT_EQ(seen.rounds, 5u);
    EXPECT_THAT(seen.cases[0].rounds, SizeIs(2));
    EXPECT_THAT(seen.twins[0].rounds, SizeIs(2)) << "as many as the case that it is of";
    EXPECT_THAT(seen.cases[1].rounds, SizeIs(5));
    EXPECT_THAT(seen.cases[2].rounds, SizeIs(1));
    EXPECT_EQ(seen.cases[0].rounds.back().round, 1u);
    EXPECT_EQ(seen.cases[1].rounds.back().round, 4u);
    EXPECT_EQ(play.calls.size(), 2 * (2u + 2u + 5u + 1u));
}

TEST_F(session_check, no_twins_and_several_twins) {
    pass_order what = order_of(4);
    what.twins = {};
    EXPECT_THAT(run(what).twins, IsEmpty());
    EXPECT_EQ(play.calls.size(), 2 * 4u * 3u);
    what.twins = {1, 2};
    const pass seen = run(what);
    ASSERT_THAT(seen.twins, SizeIs(2));
    EXPECT_EQ(seen.twins[0].key.name(), "b");
    EXPECT_EQ(seen.twins[1].key.name(), "c");
    EXPECT_NEAR(seen.twins[1].rounds[3].value_ns, 70.2, 1e-9);
}

TEST_F(session_check, a_single_case_and_its_twin_run_abba) {
    cases.resize(1);
    const pass seen = run(4);
    EXPECT_EQ(seen.cases[0].rounds.size(), 4u);
    EXPECT_EQ(seen.twins[0].rounds.size(), 4u);
}

TEST_F(session_check, an_order_of_no_rounds_gives_records_without_any) {
    const pass seen = run(0);
    EXPECT_EQ(seen.rounds, 0u);
    EXPECT_FALSE(seen.ended_early);
    EXPECT_THAT(play.calls, IsEmpty());
    ASSERT_THAT(seen.cases, SizeIs(3));
    EXPECT_EQ(seen.cases[2].key.name(), "c");
}

TEST_F(session_check, an_interrupt_keeps_what_there_is_and_says_so) {
    play.interrupt_after = 3 * 8 + 3; // in the middle of the fourth round's second slot
    const pass seen = run(100);
    EXPECT_EQ(seen.ended_early, stop_reason::interrupted);
    EXPECT_EQ(seen.rounds, 3u);
    EXPECT_EQ(play.calls.size(), 3u * 8u + 4u) << "a slot that began is ended";
    std::size_t kept = 0;
    for (const case_record* record : all_records(seen)) {
        EXPECT_GE(record->rounds.size(), 3u);
        kept += record->rounds.size();
    }
    EXPECT_EQ(kept, 3u * 4u + 2u);
}

TEST_F(session_check, an_interrupt_before_the_first_batch) {
    play.interrupt_after = 0;
    const pass seen = run(100);
    EXPECT_EQ(seen.ended_early, stop_reason::interrupted);
    EXPECT_EQ(seen.rounds, 0u);
    EXPECT_THAT(play.calls, IsEmpty());
    EXPECT_EQ(seen.cases.size(), 3u);
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

TEST_F(session_check, a_failed_proof_of_the_samples_ends_it_too) {
    play.meddle = [](const stage::call& which, batch& done) {
        if (which.name == "a" && !which.value) {
            done.intervals.back() = -1;
        }
    };
    const pass seen = run(100);
    EXPECT_EQ(seen.ended_early, stop_reason::failed);
    EXPECT_EQ(seen.rounds, 1u);
    EXPECT_THAT(seen.cases[0].failures, ElementsAre(HasSubstr("ended before")));
    EXPECT_THAT(seen.twins[0].failures, ElementsAre(HasSubstr("ended before")));
    EXPECT_THAT(seen.cases[1].failures, IsEmpty());
}

TEST_F(session_check, disturbances_belong_to_the_case_and_round_they_fell_into) {
    play.counters.steal_ticks = 1000;
    play.meddle = [&](const stage::call& which, batch&) {
        if (which.name == "c" && play.calls_of("c") == 3) {
            *play.counters.steal_ticks += 2;
        }
    };
    const pass seen = run(4);
    for (const case_record* record : all_records(seen)) {
        for (const case_round& round : record->rounds) {
            if (record->key.name() == "c" && round.round == 1) {
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
    const pass seen = run(4);
    for (const case_record* record : all_records(seen)) {
        for (const case_round& round : record->rounds) {
            EXPECT_EQ(round.counted.stops, 1U) << record->key.name();
            EXPECT_THAT(round.disturbances, ElementsAre("stopped 11 times"));
        }
    }
}

TEST_F(session_check, a_lone_thread_that_lost_its_cpu_was_disturbed) {
    cases[2] = play.make("c", 70, 2);
    play.meddle = [](const stage::call&, batch& done) {
        done.report.used.involuntary_switches = 1;
    };
    const pass seen = run(1);
    EXPECT_THAT(seen.cases[0].rounds[0].disturbances, ElementsAre("preempted 1 time"));
    EXPECT_THAT(seen.cases[2].rounds[0].disturbances, IsEmpty());
}

TEST_F(session_check, progress_tells_where_it_is) {
    pass_order what = order_of(2);
    what.first_round = 7;
    run(what);
    ASSERT_EQ(play.reported.size(), 8u);
    for (const progress& one : play.reported) {
        EXPECT_EQ(one.what, progress::phase::rounds);
        EXPECT_EQ(one.expected, 2u) << "of this pass";
        EXPECT_EQ(one.budget, 0ns) << "that is the run's";
    }
    EXPECT_EQ(play.reported.front().done, 0u);
    EXPECT_EQ(play.reported.front().elapsed, 0ns);
    EXPECT_EQ(play.reported.front().case_name, play.calls.front().name);
    EXPECT_EQ(play.reported.back().done, 1u);
    EXPECT_GT(play.reported.back().elapsed, 0ns);
}

TEST_F(session_check, counts_become_time_by_the_calibration) {
    calibration clock;
    clock.ns_per_count = 0.5;
    session here(clock, play.outside());
    EXPECT_EQ(here.clock().ns_per_count, 0.5);
    const pass seen = here.run_pass(cases, order_of(1));
    EXPECT_NEAR(seen.cases[0].rounds[0].value_ns, 25.1, 1e-9);
    EXPECT_EQ(seen.cases[0].ns_per_count, 0.5);
}

TEST_F(session_check, a_second_pass_begins_with_nothing_of_the_first) {
    session here({}, play.outside());
    static_cast<void>(here.run_pass(cases, order_of(3)));
    const pass second = here.run_pass(cases, order_of(2));
    for (const case_record* record : all_records(second)) {
        EXPECT_THAT(record->rounds, SizeIs(2));
        EXPECT_EQ(record->samples.count(), 2u * 16u);
    }
}

} // namespace
} // namespace tollgate::measure
