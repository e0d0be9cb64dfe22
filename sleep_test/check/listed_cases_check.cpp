// SPDX-License-Identifier: BSL-1.0
//
// Which cases there are on machines that do not exist, under which names, with what they are
// compared, and what is said of those that cannot be.
#include "cases_on.hpp"

#include <tollgate/faults/made_up_machine.hpp>
#include <tollgate/faults/quick_choice.hpp>

#include <gmock/gmock.h>

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using faults::made_up_machine;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

using names = std::vector<std::string>;

const names sleepers{"parker", "parker_spin", "condvar", "channel", "eventfd"};

/// The names that `form` stands for: * is the sleeper.
names of_each(const std::string& form) {
    names all;
    for (const std::string& who : sleepers) {
        all.push_back(std::regex_replace(form, std::regex("\\*"), who));
    }
    return all;
}

names latencies(int slice_ms, const std::string& place) {
    return of_each("sleep/wake_latency/sleeper:*/slice_ms:" + std::to_string(slice_ms) +
                   "/placement:" + place);
}

names sleeper_costs(const std::string& place) {
    return of_each("sleep/wake_cost/sleeper:*/found:sleeper/placement:" + place);
}

names timeouts(int slice_ms) {
    return of_each("sleep/timeout_lateness/sleeper:*/slice_ms:" + std::to_string(slice_ms));
}

names other_costs(const std::string& found) {
    return of_each("sleep/wake_cost/sleeper:*/found:" + found);
}

names operator+(names one, const names& other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

/// What is in the list whatever the machine.
names with_timeouts_and_costs(names wakes) {
    for (const int slice_ms : {2, 5, 10, 50, 100}) {
        wakes = std::move(wakes) + timeouts(slice_ms);
    }
    return std::move(wakes) + other_costs("empty") + other_costs("permit");
}

names all_latencies(const std::string& place) {
    names all;
    for (const int slice_ms : {2, 5, 10, 50, 100}) {
        all = std::move(all) + latencies(slice_ms, place);
    }
    return all;
}

std::vector<std::pair<std::string, std::string>> nowhere(const std::string& place,
                                                         const std::string& reason) {
    return {{latencies(2, place).front(), reason}, {sleeper_costs(place).front(), reason}};
}

TEST(listed_cases, one_cpu) {
    const auto list = cases_on(made_up_machine(1, 1, 1), {});
    EXPECT_EQ(names_of(list),
              with_timeouts_and_costs(latencies(2, "same") + sleeper_costs("same") +
                                      all_latencies("free") + sleeper_costs("free")));
    std::map<std::string, std::string> missing;
    for (const std::string place : {"smt", "core", "far"}) {
        for (const auto& one : nowhere(place, "1 CPU allowed")) {
            missing.insert(one);
        }
    }
    EXPECT_EQ(unavailable_in(list), missing);
}

TEST(listed_cases, two_cores_without_smt) {
    const auto list = cases_on(made_up_machine(1, 2, 1), {});
    EXPECT_EQ(names_of(list),
              with_timeouts_and_costs(latencies(2, "same") + sleeper_costs("same") +
                                      latencies(2, "core") + sleeper_costs("core") +
                                      all_latencies("free") + sleeper_costs("free")));
    const std::string no_siblings = "no SMT siblings among the allowed CPUs";
    const std::string near = "1 socket, 1 L3 domain";
    EXPECT_THAT(unavailable_in(list),
                UnorderedElementsAre(nowhere("smt", no_siblings)[0], nowhere("smt", no_siblings)[1],
                                     nowhere("far", near)[0], nowhere("far", near)[1]));
}

TEST(listed_cases, two_sockets_with_smt) {
    const auto list = cases_on(made_up_machine(2, 4, 2), {});
    names wakes;
    for (const std::string place : {"same", "smt", "core", "far"}) {
        wakes = std::move(wakes) + latencies(2, place) + sleeper_costs(place);
    }
    EXPECT_EQ(names_of(list),
              with_timeouts_and_costs(wakes + all_latencies("free") + sleeper_costs("free")));
    EXPECT_THAT(unavailable_in(list), IsEmpty());
}

TEST(listed_cases, a_system_that_pins_nobody) {
    cpu::topology machine = made_up_machine(2, 4, 2);
    machine.can_pin = false;
    const auto list = cases_on(machine, {});
    EXPECT_EQ(names_of(list),
              with_timeouts_and_costs(all_latencies("free") + sleeper_costs("free")));
    EXPECT_THAT(unavailable_in(list), testing::SizeIs(8));
    EXPECT_THAT(unavailable_in(list),
                Each(Pair(MatchesRegex("sleep/wake_.*/placement:(same|smt|core|far)"),
                          "this system does not let a thread choose its CPU")));
}

TEST(listed_cases, the_first_is_pinned_where_that_can_be) {
    for (const int cores : {1, 2, 8}) {
        EXPECT_EQ(names_of(cases_on(made_up_machine(1, cores, 1), {})).front(),
                  "sleep/wake_latency/sleeper:parker/slice_ms:2/placement:same");
    }
}

TEST(listed_cases, every_slice_where_the_first_placement_is) {
    const auto all = names_of(
        cases_on(made_up_machine(2, 4, 2), {"--placement", "far,core", "--slices", "7,3"}));
    EXPECT_EQ(all, latencies(3, "core") + latencies(7, "core") + sleeper_costs("core") +
                       latencies(3, "far") + sleeper_costs("far") + timeouts(3) + timeouts(7) +
                       other_costs("empty") + other_costs("permit"));
}

TEST(listed_cases, with_quick_one_slice) {
    EXPECT_EQ(names_of(cases_on(made_up_machine(1, 1, 1), {"--quick", "--placement", "same"})),
              latencies(2, "same") + sleeper_costs("same") + timeouts(2) + other_costs("empty") +
                  other_costs("permit"));
    EXPECT_THAT(names_of(cases_on(made_up_machine(1, 1, 1), {"--quick", "--slices", "30"})),
                Contains(latencies(30, "same").front()));
}

TEST(listed_cases, the_slices_of_a_day) {
    const auto list = cases_on(made_up_machine(1, 2, 1), {"--slices", "3600000,1"});
    EXPECT_THAT(names_of(list), Contains(timeouts(3'600'000).front()));
    EXPECT_THAT(names_of(list), Contains(latencies(1, "same").front()));
    EXPECT_THAT(names_of(list), Not(Contains(latencies(3'600'000, "same").front())));
}

TEST(listed_cases, chosen_sleepers) {
    const auto all =
        names_of(cases_on(made_up_machine(1, 2, 1), {"--sleepers", "channel,condvar", "--placement",
                                                     "same", "--slices", "2"}));
    EXPECT_THAT(all, ElementsAre("sleep/wake_latency/sleeper:condvar/slice_ms:2/placement:same",
                                 "sleep/wake_latency/sleeper:channel/slice_ms:2/placement:same",
                                 "sleep/wake_cost/sleeper:condvar/found:sleeper/placement:same",
                                 "sleep/wake_cost/sleeper:channel/found:sleeper/placement:same",
                                 "sleep/timeout_lateness/sleeper:condvar/slice_ms:2",
                                 "sleep/timeout_lateness/sleeper:channel/slice_ms:2",
                                 "sleep/wake_cost/sleeper:condvar/found:empty",
                                 "sleep/wake_cost/sleeper:channel/found:empty",
                                 "sleep/wake_cost/sleeper:condvar/found:permit",
                                 "sleep/wake_cost/sleeper:channel/found:permit"));
}

TEST(listed_cases, quickly_some_with_what_they_are_compared_with) {
    EXPECT_THAT(faults::wrong_in_quick_choice(describe_program()), ::testing::IsEmpty());
}

} // namespace
