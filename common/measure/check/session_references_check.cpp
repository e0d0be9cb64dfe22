// SPDX-License-Identifier: BSL-1.0
// Where a pass runs its reference loops, and what becomes of them.
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/measure/session.hpp>

#include "stage.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::StartsWith;

/// A case or two of one thread on CPU 1, without twins.
class session_references : public ::testing::Test {
protected:
    session_references() {
        play.reference = [this](int cpu) {
            return reference_time{1000.0 * cpu + static_cast<double>(loops++), 1100.0 * cpu,
                                  900.0 * cpu};
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
    [[nodiscard]] std::size_t references() const {
        return static_cast<std::size_t>(
            std::count_if(play.happened.begin(), play.happened.end(),
                          [](const std::string& one) { return one.starts_with("reference"); }));
    }

    std::uint64_t loops = 0;
    stage play;
    std::vector<measured_case> cases{play.make("a", 50)};
};

TEST_F(session_references, stand_right_before_the_batch_with_the_value_and_right_after_it) {
    const pass seen = run(order_of(2));
    // The first loop is run 0, and so on.
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
}

TEST_F(session_references, is_shared_by_two_cases_on_the_same_cpus) {
    cases.push_back(play.make("b", 60));
    run(order_of(4, true));
    EXPECT_EQ(references(), 4u * 2u + 1u);
}

TEST_F(session_references, is_not_shared_across_a_batch_of_samples) {
    cases.push_back(play.make("b", 60));
    run(order_of(1));
    // Value and samples of one case, then of the other.
    EXPECT_EQ(references(), 4u);
    play.happened.clear();
    pass_order what = order_of(1);
    what.first_round = 1; // samples first
    run(what);
    EXPECT_EQ(references(), 4u);
    for (std::size_t i = 1; i + 1 < play.happened.size(); ++i) {
        if (play.happened[i].starts_with("value")) {
            EXPECT_THAT(play.happened[i - 1], StartsWith("reference"));
            EXPECT_THAT(play.happened[i + 1], StartsWith("reference"));
        }
    }
}

// Rounds of odd number end with a value, those of even number begin with one.
TEST_F(session_references, is_shared_over_the_border_of_two_rounds) {
    run(order_of(3));
    EXPECT_EQ(references(), 2u * 3u - 1u);
}

TEST_F(session_references, is_not_shared_by_cases_on_different_cpus) {
    play.meddle = [this](const stage::call& which, batch& done) {
        done.report.cpus = {which.name == "a" ? 1 : 2};
    };
    cases.push_back(play.make("b", 60));
    pass_order what = order_of(4, true);
    what.cases[0].cpus = {1};
    what.cases[1].cpus = {2};
    const pass seen = run(what);
    for (std::size_t i = 1; i + 1 < play.happened.size(); ++i) {
        if (play.happened[i] == "both a") {
            EXPECT_EQ(play.happened[i - 1], "reference 1");
            EXPECT_EQ(play.happened[i + 1], "reference 1");
        } else if (play.happened[i] == "both b") {
            EXPECT_EQ(play.happened[i - 1], "reference 2");
            EXPECT_EQ(play.happened[i + 1], "reference 2");
        }
    }
    EXPECT_GE(seen.cases[1].rounds[0].reference_before_ns, 2000);
}

TEST_F(session_references, is_not_shared_between_passes) {
    session here({}, play.outside());
    static_cast<void>(here.run_pass(cases, order_of(1, true)));
    static_cast<void>(here.run_pass(cases, order_of(1, true)));
    EXPECT_EQ(references(), 4u) << "the last pass may be long ago";
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

TEST_F(session_references, a_loop_that_tells_no_cpu_has_none) {
    play.cpus = {};
    const pass seen = run(order_of(3));
    EXPECT_EQ(references(), 0u);
    EXPECT_THAT(seen.fast_ns, IsEmpty());
    EXPECT_FALSE(seen.cases[0].rounds[0].has_references());
}

TEST_F(session_references, a_pass_says_how_fast_each_cpu_can_be) {
    play.cpus = {1, 2};
    // The third fastest part of a CPU's loops is that of the third run there.
    play.reference = [this](int cpu) {
        const auto nth = static_cast<double>(loops++ / 2);
        return reference_time{1000, 1000, 800.0 * cpu + nth};
    };
    const pass seen = run(order_of(5, true));
    EXPECT_THAT(seen.fast_ns, ElementsAre(Pair(1, 802), Pair(2, 1602)));
}

TEST_F(session_references, a_pass_says_what_interrupts_took_the_middle_of_its_cpus) {
    play.cpus = {1, 2};
    play.reference = [](int cpu) { return reference_time{990, cpu == 1 ? 1000.0 : 1010.0, 980}; };
    EXPECT_FALSE(run(order_of(5, true)).interrupts_share) << "too few loops";
    const pass seen = run(order_of(30, true));
    EXPECT_NEAR(seen.interrupts_share.value(), (10 / 1000.0 + 20 / 1010.0) / 2, 1e-9);
}

TEST_F(session_references, what_a_loop_throws_ends_the_pass) {
    play.reference = [this](int) {
        if (++loops == 4) {
            throw std::runtime_error("no such CPU");
        }
        return reference_time{1000, 1000, 1000};
    };
    session here({}, play.outside());
    EXPECT_THROW(static_cast<void>(here.run_pass(cases, order_of(10))), std::runtime_error);
    const pass again = here.run_pass(cases, order_of(3));
    EXPECT_EQ(again.rounds, 3u);
    EXPECT_TRUE(again.cases[0].rounds[0].has_references());
}

TEST_F(session_references, have_seven_digits_as_all_figures_of_a_round) {
    play.cpus = {1, 2};
    play.reference = [](int) { return reference_time{300'000.123, 300'000.123, 1}; };
    EXPECT_EQ(run(order_of(1)).cases[0].rounds[0].reference_after_ns, 300'000.1);
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
}

TEST_F(session_references, the_share_of_interrupts_is_not_known_where_no_cpu_tells) {
    surroundings outside = play.outside();
    outside.interrupts = [](int) { return std::optional<double>(); };
    EXPECT_FALSE(session({}, outside).run_pass(cases, order_of(3)).interrupts_share);
}

} // namespace
} // namespace tollgate::measure
