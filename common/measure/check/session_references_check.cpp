// SPDX-License-Identifier: BSL-1.0
// Where a pass runs its reference loops, or looks at two CPUs' distance, and what becomes of it.
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/measure/session.hpp>

#include "stage.hpp"

#include <gmock/gmock.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::StartsWith;

/// A case or two of one thread on CPU 1, without twins. Each reading is 1 ns more than the last.
class session_references : public ::testing::Test {
protected:
    session_references() {
        play.reference = [this](int cpu) {
            return reference_time{1000.0 * cpu + static_cast<double>(readings++), 900.0 * cpu};
        };
    }

    [[nodiscard]] pass_order order_of(std::uint64_t rounds, bool joined = false) const {
        pass_order what;
        case_plan one{{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}, joined};
        one.cpus = play.cpus;
        what.cases.assign(cases.size(), one);
        what.rounds.assign(cases.size(), rounds);
        return what;
    }
    pass run(const pass_order& what) { return session({}, play.outside()).run_pass(cases, what); }

    /// What stood right before and right after each batch of this name, the pass's ends left out.
    void expect_around(const std::string& batch, const std::string& before,
                       const std::string& after) {
        for (std::size_t i = 1; i + 1 < play.happened.size(); ++i) {
            if (play.happened[i] == batch) {
                EXPECT_EQ(play.happened[i - 1], before);
                EXPECT_EQ(play.happened[i + 1], after);
            }
        }
    }

    std::uint64_t readings = 0;
    stage play;
    std::vector<measured_case> cases{play.make("a", 50)};
};

TEST_F(session_references, stand_right_before_the_batch_with_the_value_and_right_after_it) {
    const pass seen = run(order_of(2));
    EXPECT_THAT(play.happened, ElementsAre("reference 1", "value a", "reference 1", "samples a",
                                           "samples a", "reference 1", "value a", "reference 1"));
    ASSERT_THAT(seen.cases[0].rounds, SizeIs(2));
    EXPECT_EQ(seen.cases[0].rounds[0].reference_before_ns, 1000);
    EXPECT_EQ(seen.cases[0].rounds[0].reference_after_ns, 1001);
    EXPECT_EQ(seen.cases[0].rounds[1].reference_before_ns, 1002);
    EXPECT_EQ(seen.cases[0].rounds[1].reference_after_ns, 1003);
    EXPECT_TRUE(seen.cases[0].rounds[1].has_references());
}

TEST_F(session_references, one_between_two_batches_with_a_value_counts_for_both) {
    const pass seen = run(order_of(3, true)); // each batch is one with a value
    EXPECT_THAT(play.happened, ElementsAre("reference 1", "both a", "reference 1", "both a",
                                           "reference 1", "both a", "reference 1"));
    for (std::size_t round = 1; round < 3; ++round) {
        EXPECT_EQ(seen.cases[0].rounds[round].reference_before_ns,
                  seen.cases[0].rounds[round - 1].reference_after_ns);
    }
    cases.push_back(play.make("b", 60));
    readings = 0;
    run(order_of(4, true));
    EXPECT_EQ(readings, 4u * 2u + 1u) << "of two cases on the same CPUs, too";
}

TEST_F(session_references, is_not_shared_by_cases_on_different_cpus) {
    play.meddle = [](const stage::call& which, batch& done) {
        done.report.cpus = {which.name == "a" ? 1 : 2};
    };
    cases.push_back(play.make("b", 60));
    pass_order what = order_of(4, true);
    what.cases[1].cpus = {2};
    const pass seen = run(what);
    expect_around("both a", "reference 1", "reference 1");
    expect_around("both b", "reference 2", "reference 2");
    EXPECT_GE(seen.cases[1].rounds[0].reference_before_ns, 2000);
}

TEST_F(session_references, is_not_shared_between_passes) {
    session here({}, play.outside());
    static_cast<void>(here.run_pass(cases, order_of(1, true)));
    static_cast<void>(here.run_pass(cases, order_of(1, true)));
    EXPECT_EQ(readings, 4u) << "the last pass may be long ago";
}

TEST_F(session_references, of_several_cpus_is_the_mean_each_cpu_once) {
    play.cpus = {4, 2, 4};
    pass_order what = order_of(2, true);
    what.cases[0].cpus = {2, 4};
    const pass seen = run(what);
    EXPECT_THAT(play.happened, ElementsAre("reference 2", "reference 4", "both a", "reference 2",
                                           "reference 4", "both a", "reference 2", "reference 4"));
    EXPECT_EQ(seen.cases[0].rounds[0].reference_before_ns, (2000 + 4001) / 2.0);
    EXPECT_EQ(seen.cases[0].rounds[0].reference_after_ns, (2002 + 4003) / 2.0);
    EXPECT_THAT(seen.cases[0].cpus, ElementsAre(2, 4));
}

TEST_F(session_references, follow_a_case_that_moves) {
    play.meddle = [this](const stage::call&, batch& done) {
        done.report.cpus = {play.calls.size() == 1 ? 1 : 3};
    };
    run(order_of(2, true));
    EXPECT_THAT(play.happened,
                ElementsAre("reference 1", "both a", "reference 1", "both a", "reference 3"));
}

TEST_F(session_references, are_missing_before_the_first_batch_of_which_no_cpu_is_known) {
    pass_order what = order_of(2, true);
    what.cases[0].cpus = {};
    const pass seen = run(what);
    EXPECT_EQ(seen.cases[0].rounds[0].reference_before_ns, 0);
    EXPECT_GT(seen.cases[0].rounds[0].reference_after_ns, 0);
    EXPECT_FALSE(seen.cases[0].rounds[0].has_references());
    EXPECT_TRUE(seen.cases[0].rounds[1].has_references());
}

TEST_F(session_references, are_missing_where_one_of_the_cpus_has_none) {
    play.cpus = {1, 2};
    const auto on_any = play.reference;
    play.reference = [on_any](int cpu) { return cpu == 2 ? reference_time{} : on_any(cpu); };
    const pass seen = run(order_of(3));
    for (const case_round& round : seen.cases[0].rounds) {
        EXPECT_FALSE(round.has_references());
    }
    EXPECT_THAT(seen.fast_ns, ElementsAre(Pair(1, 900)));
}

TEST_F(session_references, a_pass_says_how_fast_each_cpu_can_be) {
    play.cpus = {1, 2};
    // The third fastest part of a CPU's loops is that of the third run there.
    play.reference = [this](int cpu) {
        const auto nth = static_cast<double>(readings++ / 2);
        return reference_time{300'000.123, 800.0 * cpu + nth};
    };
    const pass seen = run(order_of(5, true));
    EXPECT_THAT(seen.fast_ns, ElementsAre(Pair(1, 802), Pair(2, 1602)));
    EXPECT_EQ(seen.cases[0].rounds[0].reference_after_ns, 300'000.1) << "seven digits";
}

TEST_F(session_references, the_share_of_interrupts_is_looked_at_once_a_pass_on_each_cpu) {
    play.cpus = {1, 2};
    surroundings outside = play.outside();
    std::vector<int> asked;
    outside.interrupts = [&](int cpu) {
        asked.push_back(cpu);
        return std::optional(cpu == 1 ? 0.01 : 0.03);
    };
    const pass seen = session({}, outside).run_pass(cases, order_of(3));
    EXPECT_THAT(asked, ElementsAre(1, 2));
    ASSERT_TRUE(seen.interrupts_share);
    EXPECT_DOUBLE_EQ(*seen.interrupts_share, 0.02);
    outside.interrupts = [](int) { return std::optional<double>(); };
    EXPECT_FALSE(session({}, outside).run_pass(cases, order_of(3)).interrupts_share);
}

TEST_F(session_references, what_a_loop_throws_ends_the_pass) {
    play.reference = [this](int) {
        if (++readings == 4) {
            throw std::runtime_error("no such CPU");
        }
        return reference_time{1000, 1000};
    };
    session here({}, play.outside());
    EXPECT_THROW(static_cast<void>(here.run_pass(cases, order_of(10))), std::runtime_error);
    const pass again = here.run_pass(cases, order_of(3));
    EXPECT_EQ(again.rounds, 3u);
    EXPECT_TRUE(again.cases[0].rounds[0].has_references());
}

/// The case has two threads, on CPUs 1 and 3.
class session_distance : public session_references {
protected:
    session_distance() {
        play.cpus = {1, 3};
        cases = {play.make("a", 50, 2)};
        play.distance = [this](int one, int other) {
            return 100.0 * one + 10 * other + static_cast<double>(readings++);
        };
    }
};

TEST_F(session_distance, stands_around_the_batch_with_the_value_in_place_of_loops) {
    const pass seen = run(order_of(2));
    EXPECT_THAT(play.happened, ElementsAre("distance 1 3", "value a", "distance 1 3", "samples a",
                                           "samples a", "distance 1 3", "value a", "distance 1 3"));
    EXPECT_EQ(seen.cases[0].rounds.at(1).reference_before_ns, 132);
    EXPECT_EQ(seen.cases[0].rounds.at(1).reference_after_ns, 133);
    EXPECT_THAT(seen.cases[0].distance_of, ElementsAre(1, 3));
    EXPECT_THAT(seen.fast_ns, IsEmpty()) << "no loop ran";
}

TEST_F(session_distance, is_not_taken_for_loops_on_the_same_cpus) {
    cases.push_back(play.make("b", 60, 2));
    cases.back().valued_by = method::single_events;
    play.meddle = [](const stage::call& which, batch& done) {
        done.report.turns.front() -= which.name == "b" ? 1 : 0; // no turn behind the last event
    };
    pass_order what = order_of(4, true);
    what.twins = {0};
    const pass seen = run(what);
    EXPECT_THAT(seen.twins.at(0).distance_of, ElementsAre(1, 3));
    expect_around("both a", "distance 1 3", "distance 1 3");
    expect_around("both b", "reference 3", "reference 1");
    ASSERT_THAT(seen.cases[1].rounds, SizeIs(4));
    EXPECT_THAT(seen.cases[1].distance_of, IsEmpty());
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_LT(seen.cases[0].rounds.at(i).reference_after_ns, 1000);
        EXPECT_GE(seen.cases[1].rounds[i].reference_before_ns, 2000);
    }
    EXPECT_THAT(seen.fast_ns, ElementsAre(Pair(1, 900), Pair(3, 2700)));
}

// Of a case of which nothing is known before its first batch, for example.
TEST_F(session_distance, is_not_of_a_case_that_was_not_planned_on_two_cpus) {
    for (const std::vector<int>& cpus :
         {std::vector<int>{}, std::vector{1}, std::vector{1, 2, 3}, std::vector{0, 1, 2, 3}}) {
        pass_order what = order_of(3);
        what.cases[0].cpus = cpus;
        const pass seen = run(what); // it is seen on two
        EXPECT_THAT(play.happened, Not(Contains(StartsWith("distance"))));
        EXPECT_THAT(seen.cases[0].distance_of, IsEmpty());
        EXPECT_GE(seen.cases[0].rounds.at(1).reference_after_ns, 2000);
    }
}

TEST_F(session_distance, is_of_the_planned_cpus_wherever_the_case_is_seen) {
    const pass_order what = order_of(3);
    for (const std::vector<int>& later :
         {std::vector{2}, std::vector{0, 2}, std::vector{0, 1, 2}, std::vector<int>{}}) {
        play.happened.clear();
        play.cpus = later;
        const pass seen = run(what);
        EXPECT_THAT(play.happened, Contains("distance 1 3").Times(5));
        EXPECT_THAT(play.happened, Not(Contains(StartsWith("reference"))));
        EXPECT_THAT(seen.cases[0].distance_of, ElementsAre(1, 3));
        EXPECT_EQ(seen.cases[0].cpus, later);
        EXPECT_TRUE(seen.cases[0].rounds.at(2).has_references());
    }
}

TEST_F(session_distance, where_it_cannot_be_told_there_are_loops) {
    play.distance = nullptr;
    const pass seen = run(order_of(2));
    EXPECT_THAT(seen.cases[0].distance_of, IsEmpty());
    EXPECT_THAT(play.happened, Contains("reference 3"));
}

TEST_F(session_distance, zero_is_no_reference) {
    play.distance = [this](int, int) { return readings++ == 2 ? 0.0 : 47.0; };
    const std::vector<case_round> rounds = run(order_of(3, true)).cases[0].rounds;
    ASSERT_THAT(rounds, SizeIs(3));
    EXPECT_TRUE(rounds[0].has_references());
    EXPECT_EQ(rounds[1].reference_after_ns, 0);
    EXPECT_EQ(rounds[2].reference_before_ns, 0) << "one reading counts for both";
    EXPECT_FALSE(rounds[1].has_references());
    EXPECT_FALSE(rounds[2].has_references());
}

} // namespace
} // namespace tollgate::measure
