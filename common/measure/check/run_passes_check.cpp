// SPDX-License-Identifier: BSL-1.0
// How a run orders its passes, and puts them together. What runs them is made up.
#include <tollgate/measure/run.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Counts.
struct made_up_loop {
    template <class Probe>
    loop_report operator()(Probe& probe) const {
        std::uint64_t done = 0;
        loop_report report;
        while (probe.turn(done)) {
            ++done;
        }
        report.turns = {done + 1};
        return report;
    }
};

/// Three cases, the first with a twin. A round takes as long as the first pass was told, or longer.
class run_passes : public ::testing::Test {
protected:
    run_passes() {
        for (const char* name : {"a/steady", "a/too", "a/noisy"}) {
            cases.push_back(make_case(name, "one count", 1, 1, made_up_loop{}));
        }
        asked.outside.now = [this] { return now; };
        asked.outside.interrupted = [this] { return interrupted; };
        asked.until.budget = 8s;
        asked.run_pass = [this](const pass_order& order, const calibration&) {
            orders.push_back(order);
            return run_pass(order);
        };
        fast_ns = [](std::uint64_t) { return std::map<int, double>{}; };
        value_ns = [](std::size_t index, std::uint64_t pass) {
            return index == 2 ? 100 + 20 * static_cast<double>(pass % 2) : 100;
        };
        meddle = [](pass&) {};
    }

    pass run_pass(const pass_order& order) {
        pass made;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            made.cases.push_back(record(order, i));
        }
        for (const std::size_t twin : order.twins) {
            made.twins.push_back(record(order, twin));
        }
        made.rounds = *std::max_element(order.rounds.begin(), order.rounds.end());
        made.fast_ns = fast_ns(order.index);
        meddle(made);
        return made;
    }

    case_record record(const pass_order& order, std::size_t index) {
        case_record made;
        made.key = cases[index].key;
        for (std::uint64_t round = 0; round < order.rounds[index]; ++round) {
            case_round one;
            one.process = order.index;
            one.round = order.first_round + round;
            one.value_ns = value_ns(index, order.index);
            made.rounds.push_back(one);
            now += std::chrono::nanoseconds(
                static_cast<std::int64_t>(orders[0].cases[index].round_ns * slower));
        }
        return made;
    }

    result run() { return measure::run(cases, asked); }

    std::chrono::nanoseconds now{0};
    bool interrupted = false;
    double slower = 1; ///< than planned
    std::vector<measured_case> cases;
    std::vector<pass_order> orders;
    std::function<double(std::size_t index, std::uint64_t pass)> value_ns;
    std::function<std::map<int, double>(std::uint64_t pass)> fast_ns;
    std::function<void(pass&)> meddle;
    run_options asked;
};

TEST_F(run_passes, put_together_have_all_rounds_each_once) {
    const result seen = run();
    ASSERT_THAT(orders, SizeIs(usual_passes));
    EXPECT_EQ(seen.passes, usual_passes);
    std::uint64_t rounds = 0;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        EXPECT_EQ(orders[i].index, i);
        EXPECT_EQ(orders[i].first_round, rounds) << "the numbers run on over the passes";
        EXPECT_THAT(orders[i].twins, ElementsAre(0));
        rounds += *std::max_element(orders[i].rounds.begin(), orders[i].rounds.end());
    }
    EXPECT_EQ(seen.rounds, rounds);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        EXPECT_EQ(seen.cases[i].record.key.name(), cases[i].key.name());
        EXPECT_EQ(seen.cases[i].summary.passes, usual_passes);
        EXPECT_EQ(seen.cases[i].summary.over, basis::passes);
        std::set<std::uint64_t> numbers;
        for (const case_round& round : seen.cases[i].record.rounds) {
            numbers.insert(round.round);
        }
        EXPECT_EQ(numbers.size(), seen.cases[i].record.rounds.size());
    }
    EXPECT_EQ(seen.twins[0].record.rounds.size(), seen.cases[0].record.rounds.size());
    EXPECT_EQ(seen.cases[2].summary.value_ns.value, 110);
}

TEST_F(run_passes, share_the_budget) {
    asked.until.budget = 400ms;
    const result seen = run();
    EXPECT_EQ(seen.stopped, stop_reason::budget);
    EXPECT_EQ(seen.passes, usual_passes);
    EXPECT_LE(seen.took, 400ms);
    EXPECT_GT(seen.took, 300ms);
}

TEST_F(run_passes, get_fewer_rounds_where_a_round_takes_longer_than_it_looked) {
    asked.until.budget = 800ms;
    slower = 3;
    const result seen = run();
    EXPECT_GT(orders[0].rounds[0], 1u);
    EXPECT_LE(orders[1].rounds[0], orders[0].rounds[0] / 2);
    EXPECT_LE(seen.took, 1s);
}

TEST_F(run_passes, of_steady_cases_end_after_six_and_two_seconds) {
    value_ns = [](std::size_t, std::uint64_t) { return 100.0; };
    EXPECT_EQ(run().stopped, stop_reason::converged);
    EXPECT_GE(now, least_spread);
    EXPECT_GE(orders.size(), fewest_passes);
    orders.clear();
    now = 0ns;
    asked.until.budget = 400ms;
    EXPECT_EQ(run().stopped, stop_reason::budget) << "in so short a time nothing converges";
    EXPECT_THAT(orders, SizeIs(usual_passes));
}

TEST_F(run_passes, give_the_time_of_sure_cases_to_the_others_from_the_fourth_on) {
    run();
    for (std::size_t i = 0; i < orders.size(); ++i) {
        const std::vector<std::uint64_t>& rounds = orders[i].rounds;
        if (i < 3) {
            EXPECT_THAT(rounds, Each(rounds[0])) << i;
        } else {
            EXPECT_EQ(rounds[0], 3u);
            EXPECT_EQ(rounds[1], 3u);
            EXPECT_GT(rounds[2], 3u);
        }
    }
}

TEST_F(run_passes, one_that_ends_early_ends_the_run_and_what_it_measured_is_kept) {
    for (const stop_reason why : {stop_reason::interrupted, stop_reason::failed}) {
        orders.clear();
        meddle = [&](pass& one) {
            if (orders.size() == 3) {
                one.ended_early = why;
                one.cases[1].rounds.pop_back();
                one.cases[2].failures = {"turns lost"};
            }
        };
        const result seen = run();
        EXPECT_EQ(seen.stopped, why);
        EXPECT_THAT(orders, SizeIs(3));
        EXPECT_EQ(seen.passes, 3u);
        EXPECT_EQ(seen.cases[0].record.rounds.size(), seen.cases[1].record.rounds.size() + 1);
        EXPECT_THAT(seen.cases[2].record.failures, ElementsAre("turns lost"));
        EXPECT_EQ(seen.cases[0].summary.over, basis::rounds);
    }
}

TEST_F(run_passes, none_begins_after_an_interrupt) {
    meddle = [&](pass&) { interrupted = orders.size() == 2; };
    const result seen = run();
    EXPECT_THAT(orders, SizeIs(2));
    EXPECT_EQ(seen.passes, 2u);
    EXPECT_EQ(seen.stopped, stop_reason::interrupted);
    EXPECT_EQ(seen.cases[0].record.rounds.size(), orders[0].rounds[0] + orders[1].rounds[0]);
}

// The process was told to end before it could say anything.
TEST_F(run_passes, one_that_returns_nothing_measured_nothing) {
    for (const std::size_t of : {1u, 3u}) {
        orders.clear();
        std::vector<std::string> in_this_process;
        asked.outside.report_progress = [&](const progress& one) {
            if (one.what == progress::phase::rounds) {
                in_this_process.emplace_back(one.case_name);
            }
        };
        meddle = [&](pass& one) {
            if (orders.size() == of) {
                one = {};
                one.ended_early = stop_reason::interrupted;
            }
        };
        const result seen = run();
        EXPECT_EQ(seen.stopped, stop_reason::interrupted);
        EXPECT_THAT(orders, SizeIs(of));
        EXPECT_EQ(seen.passes, of - 1);
        EXPECT_THAT(in_this_process, IsEmpty()) << "though no interrupt is seen here";
        ASSERT_THAT(seen.cases, SizeIs(3));
        EXPECT_EQ(seen.cases[2].record.key.name(), "a/noisy");
        EXPECT_EQ(seen.cases[0].record.rounds.size(), (of - 1) * orders[0].rounds[0]);
        EXPECT_THAT(seen.twins, SizeIs(1));
    }
}

TEST_F(run_passes, what_one_throws_ends_the_run) {
    meddle = [](pass&) { throw std::runtime_error("no process"); };
    EXPECT_THROW(run(), std::runtime_error);
}

TEST_F(run_passes, the_fast_level_of_a_cpu_is_the_fastest_of_any) {
    fast_ns = [](std::uint64_t index) {
        return std::map<int, double>{{0, index == 3 ? 98.0 : 100.0 + static_cast<double>(index)},
                                     {static_cast<int>(index), 70.0 + static_cast<double>(index)}};
    };
    const result seen = run();
    EXPECT_EQ(seen.speed.fast_ns.at(0), 98);
    EXPECT_EQ(seen.speed.fast_ns.at(5), 75);
}

TEST_F(run_passes, interrupts_are_the_median_over_those_that_know_them) {
    meddle = [&](pass& one) {
        if (orders.size() % 2 == 1) {
            one.interrupts_share = 0.01 * static_cast<double>(orders.size());
        }
    };
    EXPECT_EQ(run().speed.interrupts_share, 0.05); // 0.01, 0.03, 0.05, 0.07 and 0.09
}

TEST_F(run_passes, cpus_that_are_known_of_a_case_are_those_where_it_was_seen) {
    meddle = [](pass& one) {
        for (case_record& record : one.cases) {
            record.cpus = {1, 3};
        }
    };
    run();
    EXPECT_THAT(orders[0].cases[0].cpus, IsEmpty()) << "this loop tells of none when looked at";
    EXPECT_THAT(orders[1].cases[0].cpus, ElementsAre(1, 3));
}

} // namespace
} // namespace tollgate::measure
