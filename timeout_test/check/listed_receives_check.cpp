// SPDX-License-Identifier: BSL-1.0
//
// The cases that have fibers.
#include "cases_on.hpp"

#include <tollgate/faults/made_up_machine.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;
using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

const cpu::topology two_fast_cores = faults::made_up_machine(1, 2, 1);

std::string compared_with(const cli::case_list& list, const std::string& name) {
    const auto found = std::find_if(list.cases.begin(), list.cases.end(),
                                    [&](const auto& one) { return one.name == name; });
    return found == list.cases.end() ? "not listed" : found->compared_with;
}

TEST(listed_receives, have_every_group_clock_and_place) {
    const auto names = names_of(cases_on(two_fast_cores, {}));
    for (const std::string group :
         {"baseline", "timeout", "sleep", "reused_sleep", "reused_boxed_sleep", "deferred"}) {
        for (const std::string clock : {"os", "tsc", "coarse"}) {
            for (const std::string place :
                 {"fibers", "threads/placement:same", "threads/placement:core"}) {
                EXPECT_THAT(names, Contains("timeout/" + group + "/impl:tollgate/clock:" + clock +
                                            "/between:" + place));
            }
        }
    }
    for (const std::string impl :
         {"boost", "boost_unbuffered", "boost_on_tollgate", "boost_unbuffered_on_tollgate"}) {
        EXPECT_THAT(names, Contains("timeout/timeout/impl:" + impl + "/clock:os/between:fibers"));
        EXPECT_THAT(names,
                    Not(Contains("timeout/sleep/impl:" + impl + "/clock:os/between:fibers")));
    }
}

TEST(listed_receives, groups_are_compared_with_their_baseline_and_ours_with_boosts) {
    const auto list = cases_on(two_fast_cores, {});
    const std::string boosts = "timeout/baseline/impl:boost/clock:os/between:fibers";
    EXPECT_EQ(compared_with(list, "timeout/deferred/impl:tollgate/clock:tsc/between:fibers"),
              "timeout/baseline/impl:tollgate/clock:tsc/between:fibers");
    EXPECT_EQ(compared_with(list, "timeout/baseline/impl:tollgate/clock:tsc/between:fibers"),
              boosts);
    EXPECT_EQ(compared_with(list, "timeout/timeout/impl:boost/clock:os/between:fibers"), boosts);
}

TEST(listed_receives, clocks_and_lengths_are_those_that_were_asked_for) {
    const auto names =
        names_of(cases_on(two_fast_cores, {"--clocks", "tsc", "--after", "50,2000"}));
    EXPECT_THAT(names, Each(Not(HasSubstr("impl:tollgate/clock:os"))));
    for (const std::string after : {"50", "2000"}) {
        for (const std::string load : {"idle", "storm"}) {
            EXPECT_THAT(names, Contains("timeout/fires/late/impl:tollgate/clock:tsc/between:fibers/"
                                        "load:" +
                                        load + "/after_us:" + after));
        }
    }
}

TEST(listed_receives, one_cpu_has_no_two_cores) {
    const auto list = cases_on(faults::made_up_machine(1, 1, 1), {"--placement", "core,same"});
    EXPECT_THAT(names_of(list), Each(Not(HasSubstr("placement:core"))));
    EXPECT_EQ(unavailable_in(list).count("timeout/*/between:threads/placement:core"), 1u);
}

} // namespace
