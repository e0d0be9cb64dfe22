// SPDX-License-Identifier: BSL-1.0
// How a run orders its passes, and joins them. The runner of the passes is fake.
#include "../src/passes.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace tollgate::run {
namespace {

using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Three cases, the first with a control. A round takes the planned time, or longer.
class passes_of_a_run : public ::testing::Test {
protected:
    passes_of_a_run() {
        for (const char* name : {"a/steady", "a/too", "a/noisy"}) {
            cases.emplace_back().key = name;
        }
        asked.outside.now = [this] { return now; };
        asked.until.budget = 8s;
        fast_ns = [](std::uint64_t) { return std::map<int, double>{}; };
        value_ns = [](std::size_t index, std::uint64_t pass) {
            return index == 2 ? 100 + 20 * static_cast<double>(pass % 2) : 100;
        };
        meddle = [](measure::pass&) {};
    }

    measure::pass run_pass(const measure::pass_order& order) {
        measure::pass made;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            made.cases.push_back(record(order, i));
        }
        for (const std::size_t control : order.controls) {
            made.controls.push_back(record(order, control));
        }
        made.rounds = *std::max_element(order.rounds.begin(), order.rounds.end());
        made.fast_ns = fast_ns(order.index);
        meddle(made);
        return made;
    }

    measure::case_record record(const measure::pass_order& order, std::size_t index) {
        measure::case_record made;
        made.key = cases[index].key;
        for (std::uint64_t round = 0; round < order.rounds[index]; ++round) {
            measure::case_round one;
            one.process = order.index;
            one.round = order.first_round + round;
            one.value_ns = value_ns(index, order.index);
            made.rounds.push_back(one);
            now += std::chrono::nanoseconds(
                static_cast<std::int64_t>(orders[0].cases[index].round_ns * slower));
        }
        return made;
    }

    passes run() {
        const std::vector<measure::pilot> pilots(cases.size(), {.operation_ns = 100});
        return run_passes(measure::make_plan(pilots, controls_of(cases), asked.until, 25, 1), asked,
                          [this](const measure::pass_order& order) {
                              orders.push_back(order);
                              return run_pass(order);
                          });
    }

    std::chrono::nanoseconds now{0};
    double slower = 1; ///< than planned
    std::vector<measure::measured_case> cases;
    std::vector<measure::pass_order> orders;
    std::function<double(std::size_t index, std::uint64_t pass)> value_ns;
    std::function<std::map<int, double>(std::uint64_t pass)> fast_ns;
    std::function<void(measure::pass&)> meddle;
    request asked;
};

TEST_F(passes_of_a_run, together_have_all_rounds_once) {
    const passes result = run();
    ASSERT_THAT(orders, SizeIs(measure::default_passes));
    EXPECT_EQ(result.count, measure::default_passes);
    std::uint64_t rounds = 0;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        EXPECT_EQ(orders[i].index, i);
        EXPECT_EQ(orders[i].first_round, rounds) << "the numbers run on over the passes";
        EXPECT_THAT(orders[i].controls, ElementsAre(0));
        rounds += *std::max_element(orders[i].rounds.begin(), orders[i].rounds.end());
    }
    EXPECT_EQ(result.rounds, rounds);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        EXPECT_EQ(result.cases[i].key, cases[i].key);
        EXPECT_EQ(measure::summarize(result.cases[i]).passes, measure::default_passes);
        std::set<std::uint64_t> numbers;
        for (const measure::case_round& round : result.cases[i].rounds) {
            numbers.insert(round.round);
        }
        EXPECT_EQ(numbers.size(), result.cases[i].rounds.size());
    }
    EXPECT_EQ(result.controls[0].rounds.size(), result.cases[0].rounds.size());
}

TEST_F(passes_of_a_run, share_the_budget) {
    asked.until.budget = 400ms;
    const passes result = run();
    EXPECT_EQ(result.stopped, measure::stop_reason::budget);
    EXPECT_EQ(result.count, measure::default_passes);
    EXPECT_LE(now, 400ms);
    EXPECT_GT(now, 300ms);
}

TEST_F(passes_of_a_run, get_fewer_rounds_if_a_round_takes_longer_than_planned) {
    asked.until.budget = 800ms;
    slower = 3;
    const passes result = run();
    EXPECT_GT(orders[0].rounds[0], 1u);
    EXPECT_LE(orders[1].rounds[0], orders[0].rounds[0] / 2);
    EXPECT_LE(now, 1s);
}

TEST_F(passes_of_a_run, of_steady_cases_end_after_six_and_two_seconds) {
    value_ns = [](std::size_t, std::uint64_t) { return 100.0; };
    EXPECT_EQ(run().stopped, measure::stop_reason::converged);
    EXPECT_GE(now, measure::least_spread);
    EXPECT_GE(orders.size(), measure::fewest_passes);
    orders.clear();
    now = 0ns;
    asked.until.budget = 400ms;
    EXPECT_EQ(run().stopped, measure::stop_reason::budget)
        << "in so short a time nothing converges";
    EXPECT_THAT(orders, SizeIs(measure::default_passes));
}

TEST_F(passes_of_a_run, give_the_time_of_sure_cases_to_the_others_from_the_fourth_on) {
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

TEST_F(passes_of_a_run, an_early_end_ends_the_run_and_its_measurements_are_kept) {
    for (const measure::stop_reason why :
         {measure::stop_reason::interrupted, measure::stop_reason::failed}) {
        orders.clear();
        meddle = [&](measure::pass& one) {
            if (orders.size() == 3) {
                one.ended_early = why;
                one.cases[1].rounds.pop_back();
                one.cases[2].failures = {"turns lost"};
            }
        };
        const passes result = run();
        EXPECT_EQ(result.stopped, why);
        EXPECT_THAT(orders, SizeIs(3));
        EXPECT_EQ(result.count, 3u);
        EXPECT_EQ(result.cases[0].rounds.size(), result.cases[1].rounds.size() + 1);
        EXPECT_THAT(result.cases[2].failures, ElementsAre("turns lost"));
    }
}

TEST_F(passes_of_a_run, a_dead_process_ends_the_run_and_earlier_passes_are_kept) {
    for (const std::size_t dying : {1u, 4u}) {
        orders.clear();
        meddle = [&](measure::pass&) {
            if (orders.size() == dying) {
                throw machine_refused("it was killed");
            }
        };
        if (dying == 1) {
            EXPECT_THROW(run(), machine_refused) << "there is nothing to show";
            continue;
        }
        const passes result = run();
        EXPECT_EQ(result.stopped, measure::stop_reason::lost_pass);
        EXPECT_EQ(result.why_lost, "it was killed");
        EXPECT_EQ(result.count, dying - 1);
        EXPECT_EQ(measure::summarize(result.cases[0]).passes, dying - 1);
    }
}

TEST_F(passes_of_a_run, a_failed_self_check_ends_the_run_and_is_reported) {
    meddle = [&](measure::pass&) {
        if (orders.size() == 3) {
            throw failed_self_check("a wake-up was lost");
        }
    };
    const passes result = run();
    EXPECT_EQ(result.stopped, measure::stop_reason::failed);
    EXPECT_THAT(result.failures, ElementsAre("a wake-up was lost"));
    EXPECT_EQ(result.count, 2u);
}

TEST_F(passes_of_a_run, continue_the_count_of_an_earlier_part) {
    asked.passes_before = 9;
    asked.rounds_before = 100;
    meddle = [](measure::pass&) { throw machine_refused("it was killed"); };
    EXPECT_EQ(run().stopped, measure::stop_reason::lost_pass) << "the earlier ones are there";
    orders.clear();
    meddle = [](measure::pass&) {};
    const passes result = run();
    EXPECT_EQ(orders.front().index, 9u);
    EXPECT_EQ(orders.front().first_round, 100u);
    EXPECT_EQ(result.cases[0].rounds.front().process, 9u);
    EXPECT_EQ(result.count, measure::default_passes);
}

TEST_F(passes_of_a_run, an_exception_of_the_first_ends_the_run) {
    meddle = [](measure::pass&) { throw std::runtime_error("no process"); };
    EXPECT_THROW(run(), std::runtime_error);
}

TEST_F(passes_of_a_run, the_fast_level_of_a_cpu_is_the_least_of_all_passes) {
    fast_ns = [](std::uint64_t index) {
        return std::map<int, double>{{0, index == 3 ? 98.0 : 100.0 + static_cast<double>(index)},
                                     {static_cast<int>(index), 70.0 + static_cast<double>(index)}};
    };
    const passes result = run();
    EXPECT_EQ(result.speed().fast_ns.at(0), 98);
    EXPECT_EQ(result.speed().fast_ns.at(5), 75);
}

TEST_F(passes_of_a_run, the_share_of_interrupts_is_the_median_of_known_shares) {
    meddle = [&](measure::pass& one) {
        if (orders.size() % 2 == 1) {
            one.interrupts_share = 0.01 * static_cast<double>(orders.size());
        }
    };
    EXPECT_EQ(run().speed().interrupts_share, 0.05); // 0.01, 0.03, 0.05, 0.07 and 0.09
}

TEST_F(passes_of_a_run, the_cpus_of_a_case_are_those_where_it_ran) {
    meddle = [](measure::pass& one) {
        for (measure::case_record& record : one.cases) {
            record.cpus = {1, 3};
        }
    };
    run();
    EXPECT_THAT(orders[0].cases[0].cpus, IsEmpty()) << "the first look tells of none";
    EXPECT_THAT(orders[1].cases[0].cpus, ElementsAre(1, 3));
}

} // namespace
} // namespace tollgate::run
