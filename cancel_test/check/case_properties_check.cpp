// SPDX-License-Identifier: BSL-1.0
//
// What the cases have besides their names: whom they are compared with, what one operation is, how
// long it takes, how many threads take part.
#include "cases_on.hpp"

#include <tollgate/faults/made_up_machine.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using faults::made_up_machine;
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

using texts = std::vector<std::string>;

const std::vector<cpu::topology> machines{made_up_machine(1, 1, 1), made_up_machine(1, 2, 1),
                                          made_up_machine(1, 2, 2), made_up_machine(2, 4, 2)};
const std::vector<texts> choices{{},
                                 {"--quick"},
                                 {"--placement", "core,free"},
                                 {"--sweep", "tokens:1,2,1000000"},
                                 {"--sweep", "tokens:1..1000"}};

template <class Expect>
void on_all_machines(Expect expect) {
    for (const cpu::topology& machine : machines) {
        for (const texts& arguments : choices) {
            expect(cases_on(machine, arguments));
        }
    }
}

bool holds(const std::string& name, const std::string& part) {
    return name.find(part) != std::string::npos;
}

TEST(case_properties, no_name_is_there_twice) {
    on_all_machines([](const cli::case_list& list) {
        std::set<std::string> seen;
        EXPECT_FALSE(list.cases.empty());
        for (const measure::measured_case& one : list.cases) {
            EXPECT_TRUE(seen.insert(one.name).second) << one.name;
        }
        for (const report::unavailable_case& one : list.unavailable) {
            EXPECT_TRUE(seen.insert(one.name).second) << one.name;
            EXPECT_FALSE(one.reason.empty()) << one.name;
        }
    });
}

// Who implements it comes first, the placement last.
TEST(case_properties, names_have_one_form) {
    on_all_machines([](const cli::case_list& list) {
        for (const measure::measured_case& one : list.cases) {
            EXPECT_THAT(one.name,
                        MatchesRegex("cancel/[a-z_]+/impl:(tollgate|std|bare|flag)"
                                     "(/token:[a-z]+)?(/policy:[a-z]+)?(/waiting_in:[a-z]+)?"
                                     "(/tokens:[0-9]+)?(/beside:spinner)?(/placement:[a-z]+)?"));
        }
    });
}

/// The part of a name that says what is done, with which parameters, but not by whom.
std::string question_of(const std::string& name) {
    return std::regex_replace(name, std::regex("/impl:[a-z]+|/policy:[a-z]+|/token:[a-z]+"), "");
}

TEST(case_properties, each_is_compared_with_a_case_of_the_same_question) {
    on_all_machines([](const cli::case_list& list) {
        std::set<std::string> known;
        for (const measure::measured_case& one : list.cases) {
            known.insert(one.name);
        }
        for (const measure::measured_case& one : list.cases) {
            // The very first may say so by saying nothing.
            const std::string& other =
                one.compared_with.empty() ? list.cases.front().name : one.compared_with;
            EXPECT_EQ(known.count(other), 1U) << one.name;
            // What a queue sleeps in is what the bare sleep sleeps in.
            const std::string asked = std::regex_replace(
                question_of(one.name), std::regex("waiting_in:queue"), "waiting_in:sleep");
            EXPECT_EQ(question_of(other), asked);
            EXPECT_THAT(other, Not(HasSubstr("tollgate"))) << "the yardstick is somebody else";
        }
    });
}

TEST(case_properties, what_each_question_is_compared_with) {
    std::map<std::string, std::set<std::string>> references;
    for (const measure::measured_case& one : cases_on(made_up_machine(1, 2, 1), {}).cases) {
        references[question_of(one.name)].insert(one.compared_with);
    }
    const auto expect = [&](const std::string& question, const std::set<std::string>& reference) {
        EXPECT_EQ(references["cancel/" + question], reference) << question;
    };
    expect("check", {"", "cancel/check/impl:flag"});
    expect("register", {"cancel/register/impl:std"});
    expect("register_noinline", {"cancel/register_noinline/impl:std"});
    expect("register_callback", {"cancel/register_callback/impl:std"});
    expect("create",
           {"cancel/create/impl:std/token:source", "cancel/create/impl:std/token:sourced"});
    expect("one_shot", {"cancel/one_shot/impl:std"});
    expect("wait_overhead", {"cancel/wait_overhead/impl:bare"});
    expect("cancel/tokens:10", {"cancel/cancel/impl:std/tokens:10"});
    expect("cancel/tokens:1/beside:spinner", {"cancel/cancel/impl:std/tokens:1/beside:spinner"});
    for (const std::string what : {"condvar", "sleep", "poll"}) {
        const std::string rest = "/waiting_in:" + what + "/placement:core";
        expect("cancel_to_return" + rest, {"cancel/cancel_to_return/impl:bare" + rest});
    }
    expect("cancel_to_return/waiting_in:queue/placement:core",
           {"cancel/cancel_to_return/impl:bare/waiting_in:sleep/placement:core"});
    const std::string looking = "/waiting_in:loop/placement:core";
    expect("cancel_to_return" + looking, {"cancel/cancel_to_return/impl:flag" + looking});
}

TEST(case_properties, cancellations_and_returns_are_events) {
    on_all_machines([](const cli::case_list& list) {
        for (const measure::measured_case& one : list.cases) {
            const bool a_return = holds(one.name, "cancel/cancel_to_return/");
            const bool of_events = a_return || holds(one.name, "cancel/cancel/");
            EXPECT_EQ(one.valued_by == measure::method::single_events, of_events) << one.name;
            EXPECT_EQ(one.run_classical == nullptr, of_events) << one.name;
            EXPECT_NE(one.run, nullptr) << one.name;
            EXPECT_EQ(one.threads, a_return ? 2U : 1U) << one.name;
            EXPECT_EQ(one.lap, 1U) << one.name;
        }
    });
}

TEST(case_properties, units_say_what_is_done) {
    std::map<std::string, std::string> units;
    for (const measure::measured_case& one : cases_on(made_up_machine(1, 2, 1), {}).cases) {
        EXPECT_FALSE(one.unit.empty()) << one.name;
        units[one.name] = one.unit;
    }
    EXPECT_EQ(units["cancel/cancel/impl:std/tokens:1"],
              "one cancel() of one token with an empty handler");
    EXPECT_EQ(units["cancel/cancel/impl:std/tokens:1000"],
              "one cancel() of 1000 tokens with an empty handler each");
    EXPECT_EQ(units["cancel/cancel/impl:std/tokens:1/beside:spinner"],
              "one cancel() of one token with an empty handler while another thread runs");
    EXPECT_EQ(units["cancel/create/impl:std/token:source"], "making one and destroying it");
    EXPECT_NE(units["cancel/register/impl:std"], units["cancel/register_noinline/impl:std"]);
}

// A round is planned with these.
TEST(case_properties, how_long_events_take) {
    on_all_machines([](const cli::case_list& list) {
        for (const measure::measured_case& one : list.cases) {
            EXPECT_EQ(one.events.expected, 0ns) << one.name;
            if (one.valued_by == measure::method::single_events) {
                EXPECT_GT(one.events.lasts, 0ns) << one.name;
                EXPECT_LT(one.events.lasts, 1s) << one.name;
            }
            if (holds(one.name, "/tokens:1000000")) {
                EXPECT_GT(one.events.lasts, 100ms) << one.name;
            }
        }
    });
}

} // namespace
