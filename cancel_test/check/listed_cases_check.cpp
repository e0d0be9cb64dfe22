// SPDX-License-Identifier: BSL-1.0
//
// Which cases there are on machines that do not exist, under which names, in which order, and what
// is said of those that cannot be.
#include "cases_on.hpp"

#include <tollgate/faults/made_up_machine.hpp>
#include <tollgate/faults/quick_choice.hpp>

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using faults::made_up_machine;
using ::testing::IsEmpty;

using names = std::vector<std::string>;

using reasons = std::map<std::string, std::string>;

names operator+(names one, const names& other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

names each_policy(const std::string& before, const std::string& after = "") {
    return {before + "/policy:symmetric" + after, before + "/policy:asymmetric" + after,
            before + "/policy:adaptive" + after};
}

names registering(const std::string& what) {
    const std::string ours = "cancel/" + what + "/impl:tollgate/token:";
    return each_policy(ours + "standalone") +
           names{ours + "sourced/policy:adaptive", ours + "dummy", "cancel/" + what + "/impl:std"};
}

/// What is in the list whatever the machine.
names costs_of_tokens() {
    const std::string one_shot = "cancel/one_shot/impl:tollgate/token:";
    const std::string wait = "cancel/wait_overhead/impl:tollgate/token:";
    return names{"cancel/check/impl:flag", "cancel/check/impl:tollgate/token:standalone",
                 "cancel/check/impl:tollgate/token:sourced",
                 "cancel/check/impl:tollgate/token:dummy", "cancel/check/impl:std"} +
           registering("register") + registering("register_noinline") +
           each_policy("cancel/register_callback/impl:tollgate/token:standalone") +
           names{"cancel/register_callback/impl:std"} +
           names{"cancel/create/impl:tollgate/token:standalone",
                 "cancel/create/impl:tollgate/token:source",
                 "cancel/create/impl:tollgate/token:sourced", "cancel/create/impl:std/token:source",
                 "cancel/create/impl:std/token:sourced"} +
           each_policy(one_shot + "standalone") + each_policy(one_shot + "sourced") +
           names{"cancel/one_shot/impl:std"} + each_policy(wait + "standalone") +
           names{wait + "dummy", "cancel/wait_overhead/impl:bare"};
}

names cancellations(const std::string& parameters) {
    return each_policy("cancel/cancel/impl:tollgate", "/" + parameters) +
           names{"cancel/cancel/impl:std/" + parameters};
}

const names cancellations_alone =
    cancellations("tokens:1") + cancellations("tokens:10") + cancellations("tokens:1000");

names returns(const std::string& place, bool with_loops) {
    names all;
    const auto add = [&](const std::string& impl, const std::string& waiting_in) {
        all.push_back("cancel/cancel_to_return/impl:" + impl + "/waiting_in:" + waiting_in +
                      "/placement:" + place);
    };
    for (const std::string waiting_in : {"condvar", "sleep", "queue", "poll"}) {
        add("tollgate/policy:adaptive", waiting_in);
        add("tollgate/policy:asymmetric", waiting_in);
        if (waiting_in == "condvar") {
            add("std", waiting_in);
        }
        if (waiting_in != "queue") {
            add("bare", waiting_in);
        }
    }
    if (with_loops) {
        add("tollgate/policy:adaptive", "loop");
        add("std", "loop");
        add("flag", "loop");
    }
    return all;
}

std::pair<std::string, std::string> no_loop_at(const std::string& place) {
    return {"cancel/cancel_to_return/impl:flag/waiting_in:loop/placement:" + place,
            "the loop keeps the CPU that it shares with its canceller busy"};
}

std::pair<std::string, std::string> nothing_at(const std::string& place,
                                               const std::string& reason) {
    return {"cancel/cancel_to_return/impl:tollgate/…/placement:" + place, reason};
}

TEST(listed_cases, one_cpu) {
    const auto list = cases_on(made_up_machine(1, 1, 1), {});
    EXPECT_EQ(names_of(list), costs_of_tokens() + cancellations_alone + returns("same", false) +
                                  returns("free", false));
    const std::string alone = "1 CPU allowed";
    EXPECT_EQ(unavailable_in(list),
              (reasons{no_loop_at("same"), nothing_at("smt", alone), nothing_at("core", alone),
                       nothing_at("far", alone), no_loop_at("free")}));
}

TEST(listed_cases, two_cores_without_smt) {
    const auto list = cases_on(made_up_machine(1, 2, 1), {});
    EXPECT_EQ(names_of(list),
              costs_of_tokens() + cancellations_alone + cancellations("tokens:1/beside:spinner") +
                  returns("same", false) + returns("core", true) + returns("free", true));
    EXPECT_EQ(
        unavailable_in(list),
        (reasons{no_loop_at("same"), nothing_at("smt", "no SMT siblings among the allowed CPUs"),
                 nothing_at("far", "1 socket, 1 L3 domain")}));
}

TEST(listed_cases, two_sockets_with_smt) {
    const auto list = cases_on(made_up_machine(2, 4, 2), {});
    EXPECT_EQ(names_of(list),
              costs_of_tokens() + cancellations_alone + cancellations("tokens:1/beside:spinner") +
                  returns("same", false) + returns("smt", true) + returns("core", true) +
                  returns("far", true) + returns("free", true));
    EXPECT_EQ(unavailable_in(list), (reasons{no_loop_at("same")}));
}

TEST(listed_cases, a_system_that_pins_nobody) {
    cpu::topology machine = made_up_machine(2, 4, 2);
    machine.can_pin = false;
    const auto list = cases_on(machine, {});
    EXPECT_EQ(names_of(list), costs_of_tokens() + cancellations_alone +
                                  cancellations("tokens:1/beside:spinner") + returns("free", true));
    const std::string why = "this system does not let a thread choose its CPU";
    EXPECT_EQ(unavailable_in(list), (reasons{nothing_at("same", why), nothing_at("smt", why),
                                             nothing_at("core", why), nothing_at("far", why)}));
}

TEST(listed_cases, placements_that_were_chosen) {
    const auto list = cases_on(made_up_machine(2, 4, 2), {"--placement", "free,core"});
    EXPECT_EQ(names_of(list), costs_of_tokens() + cancellations_alone +
                                  cancellations("tokens:1/beside:spinner") + returns("core", true) +
                                  returns("free", true));
    EXPECT_THAT(unavailable_in(list), IsEmpty());
}

TEST(listed_cases, a_sweep_cancels_and_does_nothing_else) {
    for (const cpu::topology& machine : {made_up_machine(1, 1, 1), made_up_machine(2, 4, 2)}) {
        const auto list = cases_on(machine, {"--sweep", "tokens:2,1000000"});
        EXPECT_EQ(names_of(list), cancellations("tokens:2") + cancellations("tokens:1000000"));
        EXPECT_THAT(unavailable_in(list), IsEmpty());
    }
}

TEST(listed_cases, quickly_some_with_what_they_are_compared_with) {
    EXPECT_THAT(faults::wrong_in_quick_choice(describe_program()), ::testing::IsEmpty());
}

} // namespace
