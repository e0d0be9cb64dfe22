// SPDX-License-Identifier: BSL-1.0
//
// Everything in the table of cases does its work, with each clock and each scheduler.
#include "cases.hpp"
#include "own_process.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/clock/source.hpp>
#include <tollgate/faults/names_of.hpp>
#include <tollgate/faults/quick_choice.hpp>
#include <tollgate/faults/rehearsal.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using faults::names_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

cli::case_list cases_for(const std::vector<std::string>& arguments) {
    const auto chosen = cli::parse_command_line(fiber_test::describe_program(), arguments);
    return fiber_test::make_cases(chosen, cpu::read_topology());
}

void expect_all_proofs(const std::vector<std::string>& arguments) {
    for (const measure::measured_case& one : cases_for(arguments).cases) {
        EXPECT_THAT(faults::rehearse(one), IsEmpty());
    }
}

class every_case : public testing::TestWithParam<const char*> {};

TEST_P(every_case, does_its_work) {
    fiber_test::expect_in_own_process([] { expect_all_proofs({"--scheduler", GetParam()}); });
}

TEST_P(every_case, does_its_work_in_a_sweep) {
    fiber_test::expect_in_own_process([] {
        expect_all_proofs({"--scheduler", GetParam(), "--sweep", "fibers:2,3,50"});
    });
}

TEST_P(every_case, does_its_work_on_small_stacks) {
    fiber_test::expect_in_own_process([] {
        expect_all_proofs({"7", "--scheduler", GetParam(), "--stack-size", "16384"});
    });
}

INSTANTIATE_TEST_SUITE_P(schedulers, every_case,
                         testing::Values("round_robin,tollgate", "shared_work,tollgate",
                                         "work_stealing,tollgate", "round_robin", "tollgate"),
                         [](const auto& chosen) {
                             std::string name(chosen.param);
                             std::replace(name.begin(), name.end(), ',', '_');
                             return name;
                         });

TEST(fiber_cases, names) {
    EXPECT_THAT(
        names_of(cases_for({})),
        ElementsAre(
            "fiber/yield/fibers:4", "fiber/yield/impl:tollgate/fibers:4", "fiber/resume/fibers:4",
            "fiber/resume/impl:tollgate/fibers:4", "fiber/context_resume",
            "fiber/context_ring/fibers:4", "fiber/unbuffered_channel",
            "fiber/unbuffered_channel/impl:tollgate", "fiber/create_join/stack:fixedsize",
            "fiber/create_join/impl:tollgate/stack:fixedsize", "fiber/create_join/stack:pooled",
            "fiber/create_join/impl:tollgate/stack:pooled", "fiber/create_join/stack:protected",
            "fiber/create_join/impl:tollgate/stack:protected"));
}

TEST(fiber_cases, names_of_a_sweep) {
    EXPECT_THAT(names_of(cases_for({"--sweep", "fibers:2..4"})),
                ElementsAre("fiber/yield/fibers:2", "fiber/yield/impl:tollgate/fibers:2",
                            "fiber/yield/fibers:4", "fiber/yield/impl:tollgate/fibers:4",
                            "fiber/resume/fibers:2", "fiber/resume/impl:tollgate/fibers:2",
                            "fiber/resume/fibers:4", "fiber/resume/impl:tollgate/fibers:4",
                            "fiber/context_resume", "fiber/context_ring/fibers:2",
                            "fiber/context_ring/fibers:4", "fiber/unbuffered_channel",
                            "fiber/unbuffered_channel/impl:tollgate"));
}

// Files know them by these names.
TEST(fiber_cases, names_under_one_of_boost_alone) {
    for (const char* const one : {"round_robin", "shared_work", "work_stealing"}) {
        EXPECT_THAT(names_of(cases_for({"--scheduler", one})),
                    ElementsAre("fiber/yield/fibers:4", "fiber/resume/fibers:4",
                                "fiber/context_resume", "fiber/context_ring/fibers:4",
                                "fiber/unbuffered_channel", "fiber/create_join/stack:fixedsize",
                                "fiber/create_join/stack:pooled",
                                "fiber/create_join/stack:protected"))
            << one;
    }
}

bool is_under_ours(const measure::measured_case& one) {
    return one.name.find("/impl:tollgate") != std::string::npos;
}

TEST(fiber_cases, ours_is_compared_with_the_same_under_boost) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{}, {"--sweep", "fibers:2,4,50,1000"}}) {
        const cli::case_list list = cases_for(arguments);
        const std::vector<std::string> names = names_of(list);
        for (const measure::measured_case& one : list.cases) {
            const std::string other =
                std::regex_replace(one.name, std::regex("/impl:tollgate"), "");
            EXPECT_EQ(one.compared_with, is_under_ours(one) ? other : "") << one.name;
            EXPECT_THAT(names, testing::Contains(other));
        }
    }
}

TEST(fiber_cases, ours_alone_has_nothing_of_its_own_kind_beside_it) {
    const cli::case_list list = cases_for({"--scheduler", "tollgate"});
    EXPECT_EQ(list.cases.front().name, "fiber/yield/impl:tollgate/fibers:4");
    for (const measure::measured_case& one : list.cases) {
        EXPECT_EQ(one.compared_with, "") << one.name;
    }
}

TEST(fiber_cases, the_reference_is_the_first_of_them) {
    const cli::program what = fiber_test::describe_program();
    const auto reference = [&](const std::vector<std::string>& arguments) {
        const auto chosen = cli::parse_command_line(what, arguments);
        const cli::case_list list = fiber_test::make_cases(chosen, cpu::read_topology());
        EXPECT_EQ(list.cases.front().name, what.reference(chosen));
        return what.reference(chosen);
    };
    EXPECT_EQ(reference({"12"}), "fiber/yield/fibers:12");
    EXPECT_EQ(reference({"12", "--scheduler", "shared_work"}), "fiber/yield/fibers:12");
    EXPECT_EQ(reference({"12", "--scheduler", "tollgate"}), "fiber/yield/impl:tollgate/fibers:12");
}

// Where this machine lets a thread choose, the lanes stay on one CPU, and the batch says on which.
TEST(fiber_cases, run_on_one_cpu) {
    const cpu::topology machine = cpu::read_topology();
    const auto list = cases_for({});
    const auto done = list.cases.front().run({8, {{1, 100}}}, clock::source::monotonic);
    ASSERT_EQ(done.report.cpus_intended.size(), machine.can_pin ? 1U : 0U);
    for (const int intended : done.report.cpus_intended) {
        EXPECT_THAT(done.report.cpus, testing::Each(intended));
    }
}

TEST(fiber_cases, quickly_some_with_what_they_are_compared_with) {
    EXPECT_THAT(faults::wrong_in_quick_choice(fiber_test::describe_program()),
                ::testing::IsEmpty());
}

} // namespace
