// SPDX-License-Identifier: BSL-1.0
//
// Which cases there are on machines that do not exist, under which names, and what is said of those
// that cannot be.
#include "cases.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/faults/made_up_machine.hpp>
#include <tollgate/faults/names_of.hpp>
#include <tollgate/faults/quick_choice.hpp>
#include <tollgate/faults/unavailable_in.hpp>

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;
using faults::made_up_machine;
using faults::names_of;
using faults::unavailable_in;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

using names = std::vector<std::string>;

cli::case_list cases_on(const cpu::topology& machine, const std::vector<std::string>& arguments) {
    return make_cases(cli::parse_command_line(describe_program(), arguments), machine);
}

std::string name(const std::string& one, int threads, const std::string& place) {
    return "thread/" + one + "/threads:" + std::to_string(threads) + "/placement:" + place;
}

const std::string no_cpu_to_spare = "a thread that spins keeps the other off their CPU: it would "
                                    "show scheduler quanta";
const std::string yields_on_one_cpu = "a yield hands over within one CPU only";
const std::string quanta = " for 2 spinning threads and everything else: it would show scheduler "
                           "quanta";

TEST(listed_cases, one_cpu) {
    const auto list = cases_on(made_up_machine(1, 1, 1), {});
    EXPECT_THAT(
        names_of(list),
        ElementsAre(
            "thread/condvar/threads:4/placement:same", "thread/semaphore/threads:4/placement:same",
            "thread/atomic_wait/threads:4/placement:same", "thread/pipe/threads:4/placement:same",
            "thread/eventfd/threads:4/placement:same",
            "thread/sched_yield/threads:4/placement:same",
            "thread/condvar/threads:4/placement:free", "thread/semaphore/threads:4/placement:free",
            "thread/atomic_wait/threads:4/placement:free", "thread/pipe/threads:4/placement:free",
            "thread/eventfd/threads:4/placement:free"));
    EXPECT_THAT(
        unavailable_in(list),
        UnorderedElementsAre(Pair("thread/spin/threads:2/placement:same", no_cpu_to_spare),
                             Pair("thread/*/threads:4/placement:smt", "1 CPU allowed"),
                             Pair("thread/spin/threads:2/placement:smt", "1 CPU allowed"),
                             Pair("thread/*/threads:4/placement:core", "1 CPU allowed"),
                             Pair("thread/spin/threads:2/placement:core", "1 CPU allowed"),
                             Pair("thread/*/threads:4/placement:far", "1 CPU allowed"),
                             Pair("thread/spin/threads:2/placement:far", "1 CPU allowed"),
                             Pair("thread/spin/threads:2/placement:free", "1 CPU" + quanta)));
}

TEST(listed_cases, two_cores_without_smt) {
    const auto list = cases_on(made_up_machine(1, 2, 1), {"--placement", "smt,core,far,free", "2"});
    EXPECT_THAT(
        names_of(list),
        ElementsAre(
            "thread/condvar/threads:2/placement:core", "thread/semaphore/threads:2/placement:core",
            "thread/atomic_wait/threads:2/placement:core", "thread/pipe/threads:2/placement:core",
            "thread/eventfd/threads:2/placement:core", "thread/spin/threads:2/placement:core",
            "thread/condvar/threads:2/placement:free", "thread/semaphore/threads:2/placement:free",
            "thread/atomic_wait/threads:2/placement:free", "thread/pipe/threads:2/placement:free",
            "thread/eventfd/threads:2/placement:free"));
    const std::string no_siblings = "no SMT siblings among the allowed CPUs";
    const std::string near = "1 socket, 1 L3 domain";
    EXPECT_THAT(
        unavailable_in(list),
        UnorderedElementsAre(Pair("thread/*/threads:2/placement:smt", no_siblings),
                             Pair("thread/spin/threads:2/placement:smt", no_siblings),
                             Pair("thread/sched_yield/threads:2/placement:core", yields_on_one_cpu),
                             Pair("thread/*/threads:2/placement:far", near),
                             Pair("thread/spin/threads:2/placement:far", near),
                             Pair("thread/spin/threads:2/placement:free", "2 CPUs" + quanta)));
}

TEST(listed_cases, an_odd_ring_on_two_cores) {
    const auto list = cases_on(made_up_machine(1, 2, 1), {"--placement", "core", "3"});
    EXPECT_THAT(names_of(list), ElementsAre("thread/spin/threads:2/placement:core"));
    EXPECT_THAT(unavailable_in(list),
                ElementsAre(Pair("thread/*/threads:3/placement:core",
                                 "3 threads need 3 cores that share an L3 or an even number of "
                                 "threads")));
}

// Every primitive in every placement is there or is said not to be.
TEST(listed_cases, two_sockets_with_smt) {
    const auto list = cases_on(made_up_machine(2, 4, 2), {});
    const auto here = names_of(list);
    const auto not_here = unavailable_in(list);
    for (const std::string place : {"same", "smt", "core", "far", "free"}) {
        for (const std::string one : {"condvar", "semaphore", "atomic_wait", "pipe", "eventfd"}) {
            EXPECT_THAT(here, Contains(name(one, 4, place)));
        }
        const std::string yield = name("sched_yield", 4, place);
        const std::string spin = name("spin", 2, place);
        if (place == "same") {
            EXPECT_THAT(here, Contains(yield));
            EXPECT_THAT(not_here, Contains(Pair(spin, no_cpu_to_spare)));
        } else {
            EXPECT_THAT(here, Contains(spin));
            EXPECT_THAT(here, Not(Contains(yield)));
        }
    }
    EXPECT_EQ(here.size(), 5 * 5 + 1 + 4U);
    EXPECT_EQ(std::set(here.begin(), here.end()).size(), here.size());
}

TEST(listed_cases, the_first_is_pinned_where_that_can_be) {
    for (const int cores : {1, 2, 8}) {
        EXPECT_EQ(names_of(cases_on(made_up_machine(1, cores, 1), {})).front(),
                  "thread/condvar/threads:4/placement:same");
    }
}

TEST(listed_cases, a_sweep) {
    const auto list =
        cases_on(made_up_machine(2, 4, 2), {"--sweep", "threads:2..8", "--placement", "same"});
    for (const int threads : {2, 4, 8}) {
        EXPECT_THAT(names_of(list), Contains(name("pipe", threads, "same")));
    }
    EXPECT_EQ(list.cases.size(), 3 * 6U);
    EXPECT_THAT(unavailable_in(list),
                ElementsAre(Pair("thread/spin/threads:2/placement:same", no_cpu_to_spare)));
}

TEST(listed_cases, a_system_that_pins_nobody) {
    cpu::topology machine = made_up_machine(2, 4, 2);
    machine.can_pin = false;
    const auto list = cases_on(machine, {});
    for (const std::string& name : names_of(list)) {
        EXPECT_THAT(name, testing::EndsWith("/placement:free"));
    }
    EXPECT_THAT(unavailable_in(list), Contains(Pair("thread/*/threads:4/placement:same",
                                                    "this system does not let a thread choose its "
                                                    "CPU")));
}

TEST(listed_cases, how_many_take_part) {
    for (const auto& one : cases_on(made_up_machine(2, 4, 2), {"6"}).cases) {
        const std::uint64_t members = one.name.find("/spin/") != std::string::npos ? 2 : 6;
        EXPECT_EQ(one.lap, members) << one.name;
        EXPECT_EQ(one.threads, members) << one.name;
        EXPECT_FALSE(one.unit.empty()) << one.name;
    }
}

TEST(listed_cases, the_reference_is_one_of_them) {
    const cli::program what = describe_program();
    const auto chosen = cli::parse_command_line(what, {"12"});
    EXPECT_EQ(what.reference(chosen), "thread/condvar/threads:12/placement:free");
    EXPECT_THAT(names_of(make_cases(chosen, made_up_machine(1, 1, 1))),
                Contains(what.reference(chosen)));
}

TEST(listed_cases, quickly_some_with_what_they_are_compared_with) {
    EXPECT_THAT(faults::wrong_in_quick_choice(describe_program()), ::testing::IsEmpty());
}

} // namespace
