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
    const auto chosen = cli::parse_command_line(thread_test::describe_program(), arguments);
    for (const auto& one : thread_test::make_cases(chosen, cpu::read_topology()).cases) {
        EXPECT_THAT(faults::rehearse(one), IsEmpty());
    }
}

TEST(measured_cases, do_their_work) {
    expect_all_proofs({});
}

TEST(measured_cases, do_their_work_in_a_sweep) {
    expect_all_proofs({"--sweep", "threads:2,3,9"});
}

} // namespace
