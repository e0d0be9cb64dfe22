// SPDX-License-Identifier: BSL-1.0
//
// Which cases there are, and what they have besides their names.
#include "cases_on.hpp"

#include <tollgate/faults/made_up_machine.hpp>
#include <tollgate/faults/quick_choice.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using faults::made_up_machine;
using namespace std::chrono_literals;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

using texts = std::vector<std::string>;

texts operator+(texts some, const texts& more) {
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

const texts clocks{"liveness/clock/source:tsc", "liveness/clock/source:monotonic_coarse",
                   "liveness/clock/source:monotonic", "liveness/clock/source:realtime"};

/// With one thread there is a cost alone.
texts crews(const std::string& what, const std::string& who, const texts& threads,
            bool with_throughput = false) {
    texts all;
    for (const std::string& one : threads) {
        all.push_back("liveness/" + what + "/impl:" + who + "/threads:" + one);
        if (with_throughput && one != "1") {
            all.push_back("liveness/" + what + "_throughput/impl:" + who + "/threads:" + one);
        }
    }
    return all;
}

texts checkpoints(const texts& threads, const texts& of_peers) {
    return crews("checkpoint", "tollgate/policy:coarse", threads, true) +
           crews("checkpoint", "tollgate/policy:tsc", threads) +
           crews("checkpoint", "touch_flag", of_peers) +
           crews("checkpoint", "clock_stamp", of_peers);
}

texts registrations(const texts& threads, const texts& of_peers) {
    return crews("register", "tollgate", threads, true) +
           texts{"liveness/register/impl:tollgate/threads:1/nested"} +
           crews("register", "deadline_scope", of_peers) +
           crews("register", "locked_list", of_peers);
}

texts full_cycles() {
    texts all;
    for (const std::string count : {"100", "1000", "10000"}) {
        for (const std::string who : {"tollgate", "clock_stamp"}) {
            all.push_back("liveness/full_cycle/impl:" + who + "/checkpoints:" + count);
        }
    }
    return all;
}

texts scans(const std::string& what, const texts& records) {
    texts all;
    for (const std::string& one : records) {
        all.push_back("liveness/" + what + "/records:" + one);
    }
    return all;
}

const texts scopes{"liveness/blocking/impl:tollgate", "liveness/migrating/checkpoint"};
const texts few_records{"1", "8", "32", "64", "128", "256", "512", "1024"};

TEST(listed_cases, by_default) {
    const auto list = cases_on(made_up_machine(1, 2, 1), {});
    const texts threads{"1", "4", "64", "1024"};
    const texts of_peers{"1", "4", "64"};
    EXPECT_THAT(names_of(list),
                ElementsAreArray(clocks + checkpoints(threads, of_peers) + scopes +
                                 registrations(threads, of_peers) + full_cycles() +
                                 scans("scan", few_records + texts{"100000"}) +
                                 scans("scan_moving", {"1", "64", "1024"}) +
                                 texts{"liveness/detection_delay/timeout_ms:5/period_ms:1",
                                       "liveness/detection_delay/timeout_ms:50/period_ms:10",
                                       "liveness/false_alarms"}));
    EXPECT_THAT(unavailable_in(list), IsEmpty());
}

TEST(listed_cases, quickly) {
    const texts threads{"1", "4"};
    EXPECT_THAT(
        names_of(cases_on(made_up_machine(1, 1, 1), {"--quick"})),
        ElementsAreArray(
            clocks + checkpoints(threads, threads) + scopes + registrations(threads, threads) +
            full_cycles() + scans("scan", few_records) + scans("scan_moving", {"1", "64", "1024"}) +
            texts{"liveness/detection_delay/timeout_ms:5/period_ms:1", "liveness/false_alarms"}));
}

TEST(listed_cases, a_sweep_does_nothing_else) {
    EXPECT_THAT(names_of(cases_on(made_up_machine(1, 2, 1), {"--sweep", "threads:1,2,4096"})),
                ElementsAreArray(checkpoints({"1", "2", "4096"}, {"1", "2", "4096"})));
    EXPECT_THAT(names_of(cases_on(made_up_machine(1, 2, 1), {"--sweep", "records:3,1000000"})),
                ElementsAreArray(scans("scan", {"3", "1000000"})));
}

TEST(listed_cases, nothing_is_nested_among_many_threads) {
    for (const std::string& name :
         names_of(cases_on(made_up_machine(1, 2, 1), {"--threads", "2"}))) {
        EXPECT_EQ(name.find("nested"), std::string::npos);
        EXPECT_EQ(name.find("threads:1"), std::string::npos);
    }
}

TEST(listed_cases, no_name_is_there_twice_and_each_is_compared_with_its_like) {
    for (const texts& arguments :
         {texts{}, texts{"--quick"}, texts{"--sweep", "threads:1..64"}, texts{"--threads", "7"}}) {
        const cli::case_list list = cases_on(made_up_machine(2, 4, 2), arguments);
        std::set<std::string> names;
        for (const measure::measured_case& one : list.cases) {
            EXPECT_TRUE(names.insert(one.name).second) << one.name;
        }
        for (const measure::measured_case& one : list.cases) {
            EXPECT_EQ(names.count(one.compared_with), 1U) << one.name;
            const auto question = [](const std::string& name) {
                return name.substr(0, name.find('/', std::string("liveness/").size()));
            };
            if (one.name == "liveness/checkpoint/impl:tollgate/policy:tsc/threads:1" &&
                names.count(clocks.front()) == 1) {
                EXPECT_EQ(one.compared_with, clocks.front()) << "what it cannot do without";
            } else {
                EXPECT_EQ(question(one.compared_with), question(one.name));
            }
            EXPECT_FALSE(one.unit.empty()) << one.name;
            EXPECT_THAT(one.name, MatchesRegex("liveness/[a-z_]+(/[a-z_]+:[a-z0-9_]+)*(/nested|/"
                                               "checkpoint)?"));
        }
    }
}

TEST(listed_cases, what_takes_its_time_says_so) {
    const cli::case_list list = cases_on(made_up_machine(1, 2, 1), {"--timeouts", "20,60000"});
    std::map<std::string, measure::event_times> times;
    for (const measure::measured_case& one : list.cases) {
        if (one.valued_by == measure::method::single_events) {
            times[one.name] = one.events;
            EXPECT_GT(one.events.lasts.count(), 0) << one.name;
        }
    }
    EXPECT_EQ(times.at("liveness/detection_delay/timeout_ms:20/period_ms:4").expected, 20ms);
    EXPECT_EQ(times.at("liveness/detection_delay/timeout_ms:20/period_ms:4").lasts, 32ms);
    EXPECT_EQ(times.at("liveness/detection_delay/timeout_ms:60000/period_ms:10").expected, 60s);
    EXPECT_GT(times.at("liveness/false_alarms").lasts, 100ms);
    EXPECT_EQ(times.at("liveness/false_alarms").expected, 0ms);
}

TEST(listed_cases, threads_that_take_part) {
    for (const measure::measured_case& one : cases_on(made_up_machine(1, 2, 1), {}).cases) {
        if (one.name == "liveness/false_alarms") {
            EXPECT_EQ(one.threads, 11U);
            EXPECT_THAT(one.unit, HasSubstr("11 threads on 2 CPUs"));
        }
        if (one.name == "liveness/checkpoint/impl:touch_flag/threads:64") {
            EXPECT_EQ(one.threads, 64U);
        }
    }
}

TEST(listed_cases, quickly_some_with_what_they_are_compared_with) {
    EXPECT_THAT(faults::wrong_in_quick_choice(describe_program()), ::testing::IsEmpty());
}

} // namespace
