// SPDX-License-Identifier: BSL-1.0
#include "cases_on.hpp"

#include <tollgate/faults/made_up_machine.hpp>
#include <tollgate/faults/quick_choice.hpp>

#include <gmock/gmock.h>

#include <set>
#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;
using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const cpu::topology two_cores = faults::made_up_machine(1, 2, 1);

TEST(listed_cases, armed_timers_are_listed_on_every_build) {
    const auto names = names_of(cases_on(two_cores, {}));
    for (const std::string impl : {"tollgate", "tollgate_fifo", "set", "multimap", "heap"}) {
        for (const std::string act : {"arm", "rearm", "cancel", "arm_cancel", "expire"}) {
            for (const std::string timers : {"1", "1000", "1000000"}) {
                EXPECT_THAT(names, Contains("timeout/armed/" + act + "/impl:" + impl +
                                            "/timers:" + timers));
            }
        }
    }
}

TEST(listed_cases, names_are_different_and_begin_with_the_program) {
    const auto names = names_of(cases_on(two_cores, {}));
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    EXPECT_THAT(names, Each(StartsWith("timeout/")));
}

TEST(listed_cases, what_a_case_is_compared_with_is_listed) {
    const auto list = cases_on(two_cores, {});
    const auto names = names_of(list);
    for (const measure::measured_case& one : list.cases) {
        EXPECT_THAT(names, Contains(one.compared_with)) << one.name;
    }
}

TEST(listed_cases, quick_arms_no_million) {
    EXPECT_THAT(names_of(cases_on(two_cores, {"--quick"})), Each(Not(HasSubstr("timers:1000000"))));
}

TEST(listed_cases, a_sweep_is_of_timers_alone) {
    const auto names = names_of(cases_on(two_cores, {"--sweep", "timers:3,7"}));
    EXPECT_EQ(names.size(), 2u * 5u * 5u);
    EXPECT_THAT(names, Each(StartsWith("timeout/armed/")));
}

TEST(listed_cases, the_note_says_what_a_timer_takes) {
    EXPECT_THAT(cases_on(two_cores, {}).notes, Contains(HasSubstr("none besides")));
}

TEST(listed_cases, quickly_some_with_what_they_are_compared_with) {
    EXPECT_THAT(faults::wrong_in_quick_choice(describe_program()), ::testing::IsEmpty());
}

} // namespace
