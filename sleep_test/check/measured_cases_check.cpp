// SPDX-License-Identifier: BSL-1.0
//
// Everything in the table of cases does its work on this machine, with each clock.
#include "cases.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/faults/rehearsal.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using ::testing::IsEmpty;

void expect_all_proofs(const std::vector<std::string>& arguments) {
    const auto chosen = cli::parse_command_line(sleep_test::describe_program(), arguments);
    const auto list = sleep_test::make_cases(chosen, cpu::read_topology());
    EXPECT_FALSE(list.cases.empty());
    for (const measure::measured_case& one : list.cases) {
        EXPECT_THAT(faults::rehearse(one), IsEmpty());
    }
}

TEST(measured_cases, do_their_work) {
    expect_all_proofs({"--slices", "1,3"});
}

TEST(measured_cases, do_their_work_with_any_timer_slack) {
    expect_all_proofs({"--sweep", "slack_ns:1,100000"});
}

TEST(measured_cases, do_their_work_after_any_idle_time) {
    expect_all_proofs({"--sweep", "idle_us:10,3000"});
}

} // namespace
