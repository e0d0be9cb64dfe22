// SPDX-License-Identifier: BSL-1.0
// Which cases of a pass have two CPUs' distance around their batches, and what becomes of it.
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/measure/session.hpp>

#include "stage.hpp"

#include <gmock/gmock.h>

#include <algorithm>
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

/// A case or two on CPUs 1 and 3, without twins. Each reading is 1 ns more than the last.
class session_distance : public ::testing::Test {
protected:
    session_distance() {
        play.cpus = {1, 3};
        play.reference = [](int cpu) {
            return reference_time{1000.0 * cpu, 1100.0 * cpu, 900.0 * cpu};
        };
        play.distance = [this](int one, int other) {
            return 100.0 * one + 10 * other + static_cast<double>(readings++);
        };
    }

    [[nodiscard]] pass_order order_of(std::uint64_t rounds, bool joined = false) const {
        pass_order what;
        case_plan one{{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}, joined};
        one.cpus = {1, 3};
        what.cases.assign(cases.size(), one);
        what.rounds.assign(cases.size(), rounds);
        return what;
    }
    void make_one_of_events(measured_case& one) {
        one.valued_by = method::single_events;
        play.meddle = [name = one.key.name()](const stage::call& which, batch& done) {
            if (which.name == name) {
                --done.report.turns.front(); // no turn behind the last event
            }
        };
    }
    pass run(const pass_order& what) { return session({}, play.outside()).run_pass(cases, what); }

    std::uint64_t readings = 0;
    stage play;
    std::vector<measured_case> cases{play.make("a", 50, 2)};
};

TEST_F(session_distance, stands_around_the_batch_with_the_value_in_place_of_loops) {
    const pass seen = run(order_of(2));
    EXPECT_THAT(play.happened, ElementsAre("distance 1 3", "value a", "distance 1 3", "samples a",
                                           "samples a", "distance 1 3", "value a", "distance 1 3"));
    ASSERT_THAT(seen.cases[0].rounds, SizeIs(2));
    EXPECT_EQ(seen.cases[0].rounds[0].reference_before_ns, 130);
    EXPECT_EQ(seen.cases[0].rounds[0].reference_after_ns, 131);
    EXPECT_EQ(seen.cases[0].rounds[1].reference_before_ns, 132);
    EXPECT_EQ(seen.cases[0].rounds[1].reference_after_ns, 133);
    EXPECT_THAT(seen.cases[0].distance_of, ElementsAre(1, 3));
    EXPECT_THAT(seen.fast_ns, IsEmpty()) << "no loop ran";
}

TEST_F(session_distance, one_between_two_batches_with_a_value_counts_for_both) {
    cases.push_back(play.make("b", 60, 2));
    const pass seen = run(order_of(3, true));
    EXPECT_EQ(readings, 2u * 3u + 1u);
    std::vector<double> after;
    for (const case_record& record : seen.cases) {
        for (const case_round& round : record.rounds) {
            EXPECT_EQ(round.reference_after_ns, round.reference_before_ns + 1);
            after.push_back(round.reference_after_ns);
        }
    }
    std::sort(after.begin(), after.end());
    EXPECT_THAT(after, ElementsAre(131, 132, 133, 134, 135, 136));
}

TEST_F(session_distance, is_looked_at_anew_behind_a_batch_of_samples) {
    cases.push_back(play.make("b", 60, 2));
    run(order_of(1));
    EXPECT_EQ(readings, 4u);
    for (std::size_t i = 1; i + 1 < play.happened.size(); ++i) {
        if (play.happened[i].starts_with("value")) {
            EXPECT_EQ(play.happened[i - 1], "distance 1 3");
            EXPECT_EQ(play.happened[i + 1], "distance 1 3");
        }
    }
}

TEST_F(session_distance, is_not_shared_between_passes) {
    session here({}, play.outside());
    static_cast<void>(here.run_pass(cases, order_of(1, true)));
    static_cast<void>(here.run_pass(cases, order_of(1, true)));
    EXPECT_EQ(readings, 4u);
}

TEST_F(session_distance, of_other_cpus_is_another) {
    cases.push_back(play.make("b", 60, 2));
    pass_order what = order_of(4, true);
    what.cases[1].cpus = {0, 1};
    const pass seen = run(what);
    for (std::size_t i = 1; i + 1 < play.happened.size(); ++i) {
        if (play.happened[i].starts_with("both")) {
            const std::string around =
                play.happened[i] == "both a" ? "distance 1 3" : "distance 0 1";
            EXPECT_EQ(play.happened[i - 1], around);
            EXPECT_EQ(play.happened[i + 1], around);
        }
    }
    EXPECT_THAT(seen.cases[0].distance_of, ElementsAre(1, 3));
    EXPECT_THAT(seen.cases[1].distance_of, ElementsAre(0, 1));
}

TEST_F(session_distance, is_not_taken_for_loops_on_the_same_cpus) {
    cases.push_back(play.make("b", 60, 2));
    make_one_of_events(cases.back());
    const pass seen = run(order_of(4, true));
    for (std::size_t i = 1; i + 1 < play.happened.size(); ++i) {
        if (play.happened[i] == "both a") {
            EXPECT_EQ(play.happened[i - 1], "distance 1 3");
            EXPECT_EQ(play.happened[i + 1], "distance 1 3");
        } else if (play.happened[i].ends_with(" b")) {
            EXPECT_EQ(play.happened[i - 1], "reference 3");
            EXPECT_EQ(play.happened[i + 1], "reference 1");
        }
    }
    ASSERT_THAT(seen.cases[1].rounds, SizeIs(4));
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_LT(seen.cases[0].rounds.at(i).reference_before_ns, 1000);
        EXPECT_LT(seen.cases[0].rounds[i].reference_after_ns, 1000);
        EXPECT_EQ(seen.cases[1].rounds[i].reference_before_ns, 2000);
        EXPECT_EQ(seen.cases[1].rounds[i].reference_after_ns, 2000);
    }
    EXPECT_THAT(seen.fast_ns, ElementsAre(Pair(1, 900), Pair(3, 2700)));
}

TEST_F(session_distance, is_not_of_events) {
    make_one_of_events(cases[0]);
    const pass seen = run(order_of(2));
    EXPECT_EQ(readings, 0u);
    EXPECT_THAT(seen.cases[0].distance_of, IsEmpty());
    EXPECT_EQ(seen.cases[0].rounds.at(0).reference_before_ns, 2000);
}

TEST_F(session_distance, is_not_of_one_cpu_or_of_three_or_none) {
    for (const std::vector<int>& cpus :
         {std::vector<int>{}, std::vector{1}, std::vector{1, 2, 3}, std::vector{0, 1, 2, 3}}) {
        play.cpus = cpus;
        pass_order what = order_of(2);
        what.cases[0].cpus = cpus;
        const pass seen = run(what);
        EXPECT_EQ(readings, 0u);
        EXPECT_THAT(seen.cases[0].distance_of, IsEmpty());
    }
}

// A case of which nothing is known before its first batch, for example.
TEST_F(session_distance, is_not_of_a_case_that_is_seen_on_two_cpus_only_later) {
    for (const std::vector<int>& cpus : {std::vector<int>{}, std::vector{1}}) {
        pass_order what = order_of(3);
        what.cases[0].cpus = cpus;
        const pass seen = run(what);
        EXPECT_EQ(readings, 0u);
        EXPECT_THAT(seen.cases[0].distance_of, IsEmpty());
        EXPECT_EQ(seen.cases[0].rounds.at(1).reference_after_ns, 2000);
    }
}

TEST_F(session_distance, is_of_the_planned_cpus_wherever_the_case_is_seen) {
    for (const std::vector<int>& later :
         {std::vector{2}, std::vector{0, 2}, std::vector{0, 1, 2}, std::vector<int>{}}) {
        play.happened.clear();
        play.cpus = later;
        const pass seen = run(order_of(3));
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
    EXPECT_EQ(seen.cases[0].rounds.at(0).reference_before_ns, 2000);
    EXPECT_THAT(play.happened, Contains("reference 3"));
}

TEST_F(session_distance, where_there_are_no_references_there_is_none) {
    play.reference = nullptr;
    const pass seen = run(order_of(2));
    EXPECT_EQ(readings, 0u);
    EXPECT_THAT(seen.cases[0].distance_of, IsEmpty());
    EXPECT_FALSE(seen.cases[0].rounds.at(0).has_references());
}

TEST_F(session_distance, twins_have_it_as_well) {
    cases.push_back(play.make("b", 60));
    pass_order what = order_of(4);
    what.cases[1].cpus = {1};
    what.twins = {1, 0};
    play.meddle = [](const stage::call& which, batch& done) {
        done.report.cpus = which.name == "a" ? std::vector{1, 3} : std::vector{1};
    };
    const pass seen = run(what);
    ASSERT_THAT(seen.twins, SizeIs(2));
    EXPECT_THAT(seen.twins[0].distance_of, IsEmpty());
    EXPECT_THAT(seen.twins[1].distance_of, ElementsAre(1, 3));
    ASSERT_THAT(seen.twins[1].rounds, SizeIs(4));
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(seen.twins[0].rounds.at(i).reference_after_ns, 1000);
        EXPECT_TRUE(seen.twins[1].rounds[i].has_references());
        EXPECT_LT(seen.twins[1].rounds[i].reference_after_ns, 1000);
    }
}

TEST_F(session_distance, zero_is_no_reference) {
    play.distance = [this](int, int) { return readings++ == 2 ? 0.0 : 47.0; };
    const pass seen = run(order_of(3, true));
    const std::vector<case_round>& rounds = seen.cases[0].rounds;
    ASSERT_THAT(rounds, SizeIs(3));
    EXPECT_TRUE(rounds[0].has_references());
    EXPECT_EQ(rounds[1].reference_before_ns, 47);
    EXPECT_EQ(rounds[1].reference_after_ns, 0);
    EXPECT_EQ(rounds[2].reference_before_ns, 0) << "one reading counts for both";
    EXPECT_EQ(rounds[2].reference_after_ns, 47);
    EXPECT_FALSE(rounds[1].has_references());
    EXPECT_FALSE(rounds[2].has_references());
    EXPECT_THAT(seen.cases[0].distance_of, ElementsAre(1, 3)) << "all the same";
}

TEST_F(session_distance, has_seven_digits_as_all_figures_of_a_round) {
    play.distance = [](int, int) { return 47.12345678; };
    EXPECT_EQ(run(order_of(1)).cases[0].rounds.at(0).reference_after_ns, 47.12346);
}

TEST_F(session_distance, what_a_reading_throws_ends_the_pass) {
    play.distance = [this](int, int) {
        if (++readings == 4) {
            throw std::runtime_error("no memory");
        }
        return 47.0;
    };
    session here({}, play.outside());
    EXPECT_THROW(static_cast<void>(here.run_pass(cases, order_of(10))), std::runtime_error);
    EXPECT_EQ(here.run_pass(cases, order_of(3)).rounds, 3u);
}

TEST_F(session_distance, an_empty_pass_has_none) {
    EXPECT_THAT(session({}, play.outside()).empty_pass(cases, order_of(1)).cases.at(0).distance_of,
                IsEmpty());
}

} // namespace
} // namespace tollgate::measure
