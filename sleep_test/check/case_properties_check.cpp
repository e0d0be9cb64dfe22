// SPDX-License-Identifier: BSL-1.0
//
// What the cases have besides their names: whom they are compared with, how long they take, how
// many threads take part; and the sweeps.
#include "cases_on.hpp"

#include <tollgate/faults/made_up_machine.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using faults::made_up_machine;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using texts = std::vector<std::string>;

const std::vector<cpu::topology> machines{made_up_machine(1, 1, 1), made_up_machine(1, 2, 1),
                                          made_up_machine(1, 2, 2), made_up_machine(2, 4, 2)};
const std::vector<texts> choices{{},
                                 {"--quick"},
                                 {"--slices", "1,2,3600000"},
                                 {"--sweep", "slack_ns:1,50000", "--slices", "2,3"},
                                 {"--sweep", "idle_us:10,1000000"},
                                 {"--placement", "core,free"}};

template <class Expect>
void on_all_machines(const texts& more, Expect expect) {
    for (const cpu::topology& machine : machines) {
        for (texts arguments : choices) {
            arguments.insert(arguments.end(), more.begin(), more.end());
            expect(cases_on(machine, arguments));
        }
    }
}

bool holds(const std::string& name, const std::string& part) {
    return name.find(part) != std::string::npos;
}

TEST(case_properties, no_name_is_there_twice) {
    on_all_machines({}, [](const cli::case_list& list) {
        std::set<std::string> seen;
        for (const std::string& name : names_of(list)) {
            EXPECT_TRUE(seen.insert(name).second) << name;
        }
        for (const report::unavailable_case& one : list.unavailable) {
            EXPECT_TRUE(seen.insert(one.name).second) << one.name;
            EXPECT_FALSE(one.reason.empty()) << one.name;
        }
    });
}

void expect_compared_with(const std::string& first, const cli::case_list& list) {
    const texts names = names_of(list);
    const std::set<std::string> known(names.begin(), names.end());
    const std::regex who("sleeper:[a-z_]+");
    for (const measure::measured_case& one : list.cases) {
        EXPECT_EQ(one.compared_with, std::regex_replace(one.name, who, "sleeper:" + first));
        EXPECT_EQ(known.count(one.compared_with), 1U) << one.name;
    }
}

TEST(case_properties, each_is_compared_with_the_first_sleeper_of_its_group) {
    on_all_machines({}, [](const auto& list) { expect_compared_with("parker", list); });
    on_all_machines({"--sleepers", "channel,condvar"},
                    [](const auto& list) { expect_compared_with("condvar", list); });
    on_all_machines({"--sleepers", "eventfd"},
                    [](const auto& list) { expect_compared_with("eventfd", list); });
}

TEST(case_properties, wakes_take_two_threads_and_sleeps_one) {
    on_all_machines({}, [](const cli::case_list& list) {
        for (const measure::measured_case& one : list.cases) {
            const bool a_pair =
                holds(one.name, "/wake_latency/") || holds(one.name, "found:sleeper");
            EXPECT_EQ(one.threads, a_pair ? 2U : 1U) << one.name;
            EXPECT_FALSE(one.unit.empty()) << one.name;
            EXPECT_EQ(one.lap, 1U) << one.name;
        }
    });
}

TEST(case_properties, all_but_wakes_of_nobody_are_events) {
    on_all_machines({}, [](const cli::case_list& list) {
        for (const measure::measured_case& one : list.cases) {
            const bool loop = holds(one.name, "found:empty") || holds(one.name, "found:permit");
            EXPECT_EQ(one.valued_by == measure::method::unobserved_loop, loop) << one.name;
            EXPECT_EQ(one.run_classical != nullptr, loop) << one.name;
            EXPECT_NE(one.run, nullptr) << one.name;
        }
    });
}

// A round is planned with these.
TEST(case_properties, how_long_events_take) {
    on_all_machines({}, [](const cli::case_list& list) {
        for (const measure::measured_case& one : list.cases) {
            if (one.valued_by != measure::method::single_events) {
                continue;
            }
            std::smatch part;
            std::chrono::nanoseconds slice{0};
            if (std::regex_search(one.name, part, std::regex("slice_ms:([0-9]+)"))) {
                slice = std::chrono::milliseconds(std::stoll(part[1]));
            }
            if (holds(one.name, "/timeout_lateness/")) {
                EXPECT_EQ(one.events.expected, slice) << one.name;
                EXPECT_GT(one.events.lasts, slice) << one.name;
                EXPECT_LE(one.events.lasts, slice + 1ms) << one.name;
            } else {
                EXPECT_EQ(one.events.expected, 0ns) << one.name;
                EXPECT_GT(one.events.lasts, 0ns) << one.name;
            }
        }
    });
}

TEST(case_properties, a_wake_comes_after_milliseconds_however_long_the_slice) {
    const auto list = cases_on(made_up_machine(1, 1, 1), {"--slices", "3600000"});
    for (const measure::measured_case& one : list.cases) {
        if (holds(one.name, "/wake_latency/")) {
            EXPECT_LT(one.events.lasts, 2ms) << one.name;
        }
    }
}

TEST(case_properties, a_sweep_of_the_timer_slack) {
    const auto list = cases_on(made_up_machine(1, 2, 1),
                               {"--sweep", "slack_ns:1,50000", "--sleepers", "parker,condvar"});
    EXPECT_THAT(names_of(list),
                ElementsAre("sleep/timeout_lateness/sleeper:parker/slice_ms:2/slack_ns:1",
                            "sleep/timeout_lateness/sleeper:condvar/slice_ms:2/slack_ns:1",
                            "sleep/timeout_lateness/sleeper:parker/slice_ms:2/slack_ns:50000",
                            "sleep/timeout_lateness/sleeper:condvar/slice_ms:2/slack_ns:50000"));
    EXPECT_THAT(list.unavailable, IsEmpty());
}

TEST(case_properties, a_sweep_of_the_timer_slack_with_several_slices) {
    const auto list = cases_on(made_up_machine(1, 2, 1), {"--sweep", "slack_ns:7", "--sleepers",
                                                          "parker", "--slices", "10,3"});
    EXPECT_THAT(names_of(list),
                ElementsAre("sleep/timeout_lateness/sleeper:parker/slice_ms:3/slack_ns:7",
                            "sleep/timeout_lateness/sleeper:parker/slice_ms:10/slack_ns:7"));
}

TEST(case_properties, a_sweep_of_the_idle_time) {
    const auto list =
        cases_on(made_up_machine(1, 2, 1), {"--sweep", "idle_us:10..20", "--sleepers", "eventfd",
                                            "--placement", "same,core,free"});
    EXPECT_THAT(names_of(list),
                testing::UnorderedElementsAre(
                    "sleep/wake_latency/sleeper:eventfd/idle_us:10/placement:core",
                    "sleep/wake_latency/sleeper:eventfd/idle_us:20/placement:core",
                    "sleep/wake_latency/sleeper:eventfd/idle_us:10/placement:free",
                    "sleep/wake_latency/sleeper:eventfd/idle_us:20/placement:free"));
    ASSERT_THAT(list.unavailable, testing::SizeIs(2));
    EXPECT_EQ(list.unavailable.front().name,
              "sleep/wake_latency/sleeper:eventfd/idle_us:10/placement:same");
    EXPECT_EQ(list.unavailable.front().reason, "the waker keeps the CPU that they share busy");
}

TEST(case_properties, an_idle_cpu_is_waited_for) {
    const auto list =
        cases_on(made_up_machine(1, 2, 1), {"--sweep", "idle_us:1000000", "--sleepers", "parker"});
    ASSERT_FALSE(list.cases.empty());
    for (const measure::measured_case& one : list.cases) {
        EXPECT_GE(one.events.lasts, 1s) << one.name;
    }
}

} // namespace
