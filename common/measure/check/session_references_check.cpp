// SPDX-License-Identifier: BSL-1.0
// Where a pass runs its reference loops or reads latencies, and the records of these readings.
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

/// Cases with one thread on CPU 1, without controls. Each reading is 1 ns more than the last.
class session_references : public ::testing::Test {
protected:
    session_references() {
        play.reference = [this](int cpu) {
            return reference_time{1000.0 * cpu + static_cast<double>(readings++), 900.0 * cpu};
        };
    }

    [[nodiscard]] pass_order order_of(std::uint64_t rounds, bool joined = false) const {
        pass_order order;
        case_plan planned{{1, {{1, 100}}}, {1, {{16, 1}, {4, 2}}}, joined};
        planned.cpus = play.cpus;
        order.cases.assign(cases.size(), planned);
        order.rounds.assign(cases.size(), rounds);
        return order;
    }
    pass run(const pass_order& order) {
        return session({}, play.make_hooks()).run_pass(cases, order);
    }

    /// Expects these events right before and after each batch of this name, except at the pass's
    /// ends.
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

TEST_F(session_references, are_read_right_before_and_after_the_value_batch) {
    const pass result = run(order_of(2));
    EXPECT_THAT(play.happened, ElementsAre("reference 1", "value a", "reference 1", "samples a",
                                           "samples a", "reference 1", "value a", "reference 1"));
    ASSERT_THAT(result.cases[0].rounds, SizeIs(2));
    EXPECT_EQ(result.cases[0].rounds[0].reference_before_ns, 1000);
    EXPECT_EQ(result.cases[0].rounds[0].reference_after_ns, 1001);
    EXPECT_EQ(result.cases[0].rounds[1].reference_before_ns, 1002);
    EXPECT_EQ(result.cases[0].rounds[1].reference_after_ns, 1003);
    EXPECT_TRUE(result.cases[0].rounds[1].has_references());
}

TEST_F(session_references, are_shared_by_successive_value_batches) {
    const pass result = run(order_of(3, true)); // each batch contains a value
    EXPECT_THAT(play.happened, ElementsAre("reference 1", "both a", "reference 1", "both a",
                                           "reference 1", "both a", "reference 1"));
    for (std::size_t round = 1; round < 3; ++round) {
        EXPECT_EQ(result.cases[0].rounds[round].reference_before_ns,
                  result.cases[0].rounds[round - 1].reference_after_ns);
    }
    cases.push_back(play.make("b", 60));
    readings = 0;
    run(order_of(4, true));
    EXPECT_EQ(readings, 4u * 2u + 1u) << "two cases on the same CPUs share them, too";
}

TEST_F(session_references, are_not_shared_by_cases_on_different_cpus) {
    play.meddle = [](const stage::call& called, batch& done) {
        done.report.cpus = {called.name == "a" ? 1 : 2};
    };
    cases.push_back(play.make("b", 60));
    pass_order order = order_of(4, true);
    order.cases[1].cpus = {2};
    const pass result = run(order);
    expect_around("both a", "reference 1", "reference 1");
    expect_around("both b", "reference 2", "reference 2");
    EXPECT_GE(result.cases[1].rounds[0].reference_before_ns, 2000);
}

TEST_F(session_references, are_not_shared_between_passes) {
    session subject({}, play.make_hooks());
    static_cast<void>(subject.run_pass(cases, order_of(1, true)));
    static_cast<void>(subject.run_pass(cases, order_of(1, true)));
    EXPECT_EQ(readings, 4u) << "the last pass may have been long ago";
}

TEST_F(session_references, are_the_mean_over_several_cpus) {
    play.cpus = {4, 2, 4};
    pass_order order = order_of(2, true);
    order.cases[0].cpus = {2, 4};
    const pass result = run(order);
    EXPECT_THAT(play.happened, ElementsAre("reference 2", "reference 4", "both a", "reference 2",
                                           "reference 4", "both a", "reference 2", "reference 4"));
    EXPECT_EQ(result.cases[0].rounds[0].reference_before_ns, (2000 + 4001) / 2.0);
    EXPECT_EQ(result.cases[0].rounds[0].reference_after_ns, (2002 + 4003) / 2.0);
    EXPECT_THAT(result.cases[0].cpus, ElementsAre(2, 4));
}

TEST_F(session_references, follow_a_case_that_moves) {
    play.meddle = [this](const stage::call&, batch& done) {
        done.report.cpus = {play.calls.size() == 1 ? 1 : 3};
    };
    run(order_of(2, true));
    EXPECT_THAT(play.happened,
                ElementsAre("reference 1", "both a", "reference 1", "both a", "reference 3"));
}

TEST_F(session_references, are_missing_before_the_first_batch_if_its_cpus_are_unknown) {
    pass_order order = order_of(2, true);
    order.cases[0].cpus = {};
    const pass result = run(order);
    EXPECT_EQ(result.cases[0].rounds[0].reference_before_ns, 0);
    EXPECT_GT(result.cases[0].rounds[0].reference_after_ns, 0);
    EXPECT_FALSE(result.cases[0].rounds[0].has_references());
    EXPECT_TRUE(result.cases[0].rounds[1].has_references());
}

TEST_F(session_references, are_missing_if_one_of_the_cpus_has_none) {
    play.cpus = {1, 2};
    const auto on_any = play.reference;
    play.reference = [on_any](int cpu) { return cpu == 2 ? reference_time{} : on_any(cpu); };
    const pass result = run(order_of(3));
    for (const case_round& round : result.cases[0].rounds) {
        EXPECT_FALSE(round.has_references());
    }
    EXPECT_THAT(result.fast_ns, ElementsAre(Pair(1, 900)));
}

TEST_F(session_references, give_the_fast_level_of_each_cpu) {
    play.cpus = {1, 2};
    // The third fastest part of a CPU's loops is that of the third loop there.
    play.reference = [this](int cpu) {
        const auto nth = static_cast<double>(readings++ / 2);
        return reference_time{300'000.123, 800.0 * cpu + nth};
    };
    const pass result = run(order_of(5, true));
    EXPECT_THAT(result.fast_ns, ElementsAre(Pair(1, 802), Pair(2, 1602)));
    EXPECT_EQ(result.cases[0].rounds[0].reference_after_ns, 300'000.1) << "seven digits";
}

TEST_F(session_references, share_of_interrupts_is_read_once_a_pass_on_each_cpu) {
    play.cpus = {1, 2};
    run_hooks hooks = play.make_hooks();
    std::vector<int> cpus;
    hooks.interrupts = [&](int cpu) {
        cpus.push_back(cpu);
        return std::optional(cpu == 1 ? 0.01 : 0.03);
    };
    const pass result = session({}, hooks).run_pass(cases, order_of(3));
    EXPECT_THAT(cpus, ElementsAre(1, 2));
    ASSERT_TRUE(result.interrupts_share);
    EXPECT_DOUBLE_EQ(*result.interrupts_share, 0.02);
    hooks.interrupts = [](int) { return std::optional<double>(); };
    EXPECT_FALSE(session({}, hooks).run_pass(cases, order_of(3)).interrupts_share);
}

TEST_F(session_references, exception_of_a_loop_ends_the_pass) {
    play.reference = [this](int) {
        if (++readings == 4) {
            throw std::runtime_error("no such CPU");
        }
        return reference_time{1000, 1000};
    };
    session subject({}, play.make_hooks());
    EXPECT_THROW(static_cast<void>(subject.run_pass(cases, order_of(10))), std::runtime_error);
    const pass again = subject.run_pass(cases, order_of(3));
    EXPECT_EQ(again.rounds, 3u);
    EXPECT_TRUE(again.cases[0].rounds[0].has_references());
}

/// The case has two threads, on CPUs 1 and 3.
class session_latency : public session_references {
protected:
    session_latency() {
        play.cpus = {1, 3};
        cases = {play.make("a", 50, 2)};
        play.latency = [this](int own_cpu, int other_cpu) {
            return 100.0 * own_cpu + 10 * other_cpu + static_cast<double>(readings++);
        };
    }
};

TEST_F(session_latency, replaces_the_loops_around_the_value_batch) {
    const pass result = run(order_of(2));
    EXPECT_THAT(play.happened, ElementsAre("latency 1 3", "value a", "latency 1 3", "samples a",
                                           "samples a", "latency 1 3", "value a", "latency 1 3"));
    EXPECT_EQ(result.cases[0].rounds.at(1).reference_before_ns, 132);
    EXPECT_EQ(result.cases[0].rounds.at(1).reference_after_ns, 133);
    EXPECT_THAT(result.cases[0].latency_of, ElementsAre(1, 3));
    EXPECT_THAT(result.fast_ns, IsEmpty()) << "no loop ran";
}

TEST_F(session_latency, is_read_for_a_loop_without_samples) {
    cases.front().valued_by = method::unsampled_loop;
    EXPECT_THAT(run(order_of(1)).cases[0].latency_of, ElementsAre(1, 3));
}

TEST_F(session_latency, is_not_confused_with_loops_on_the_same_cpus) {
    cases.push_back(play.make("b", 60, 2));
    cases.back().valued_by = method::single_events;
    play.meddle = [](const stage::call& called, batch& done) {
        done.report.probe_calls.front() -=
            called.name == "b" ? 1 : 0; // no turn after the last event
    };
    pass_order order = order_of(4, true);
    order.controls = {0};
    const pass result = run(order);
    EXPECT_THAT(result.controls.at(0).latency_of, ElementsAre(1, 3));
    expect_around("both a", "latency 1 3", "latency 1 3");
    expect_around("both b", "reference 3", "reference 1");
    ASSERT_THAT(result.cases[1].rounds, SizeIs(4));
    EXPECT_THAT(result.cases[1].latency_of, IsEmpty());
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_LT(result.cases[0].rounds.at(i).reference_after_ns, 1000);
        EXPECT_GE(result.cases[1].rounds[i].reference_before_ns, 2000);
    }
    EXPECT_THAT(result.fast_ns, ElementsAre(Pair(1, 900), Pair(3, 2700)));
}

// For example a case whose CPUs are not known before its first batch.
TEST_F(session_latency, is_not_read_unless_planned_on_two_cpus) {
    for (const std::vector<int>& cpus :
         {std::vector<int>{}, std::vector{1}, std::vector{1, 2, 3}, std::vector{0, 1, 2, 3}}) {
        pass_order order = order_of(3);
        order.cases[0].cpus = cpus;
        const pass result = run(order); // it runs on two
        EXPECT_THAT(play.happened, Not(Contains(StartsWith("latency"))));
        EXPECT_THAT(result.cases[0].latency_of, IsEmpty());
        EXPECT_GE(result.cases[0].rounds.at(1).reference_after_ns, 2000);
    }
}

TEST_F(session_latency, is_that_of_the_planned_cpus_wherever_the_case_runs) {
    const pass_order order = order_of(3);
    for (const std::vector<int>& later :
         {std::vector{2}, std::vector{0, 2}, std::vector{0, 1, 2}, std::vector<int>{}}) {
        play.happened.clear();
        play.cpus = later;
        const pass result = run(order);
        EXPECT_THAT(play.happened, Contains("latency 1 3").Times(5));
        EXPECT_THAT(play.happened, Not(Contains(StartsWith("reference"))));
        EXPECT_THAT(result.cases[0].latency_of, ElementsAre(1, 3));
        EXPECT_EQ(result.cases[0].cpus, later);
        EXPECT_TRUE(result.cases[0].rounds.at(2).has_references());
    }
}

TEST_F(session_latency, is_replaced_by_loops_without_a_latency_hook) {
    play.latency = nullptr;
    const pass result = run(order_of(2));
    EXPECT_THAT(result.cases[0].latency_of, IsEmpty());
    EXPECT_THAT(play.happened, Contains("reference 3"));
}

TEST_F(session_latency, zero_is_no_reference) {
    play.latency = [this](int, int) { return readings++ == 2 ? 0.0 : 47.0; };
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
