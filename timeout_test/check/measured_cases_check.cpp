// SPDX-License-Identifier: BSL-1.0
//
// Everything in the table of cases does its work on this machine, with each clock.
#include "cases_on.hpp"

#include <tollgate/faults/rehearsal.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using ::testing::IsEmpty;

void expect_all_proofs(const std::vector<std::string>& arguments) {
    const auto list = timeout_test::cases_on(cpu::read_topology(), arguments);
    EXPECT_FALSE(list.cases.empty());
    for (const measure::measured_case& one : list.cases) {
        EXPECT_THAT(faults::rehearse(one), IsEmpty()) << one.name;
    }
}

TEST(measured_cases, do_their_work) {
    expect_all_proofs({"--timers", "1,1000", "--placement", "same,free"});
}

TEST(measured_cases, do_their_work_with_any_number_of_timers) {
    expect_all_proofs({"--sweep", "timers:2,15,16,17,999,1001,2500"});
}

} // namespace
