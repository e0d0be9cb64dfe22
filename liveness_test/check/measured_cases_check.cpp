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
    const auto chosen = cli::parse_command_line(liveness_test::describe_program(), arguments);
    const auto list = liveness_test::make_cases(chosen, cpu::read_topology());
    EXPECT_FALSE(list.cases.empty());
    for (const measure::measured_case& one : list.cases) {
        EXPECT_THAT(faults::rehearse(one), IsEmpty());
    }
}

TEST(measured_cases, do_their_work) {
    expect_all_proofs({"--quick"});
}

TEST(measured_cases, do_their_work_with_many_threads) {
    expect_all_proofs({"--sweep", "threads:2,17,65"});
}

TEST(measured_cases, do_their_work_with_any_number_of_records) {
    expect_all_proofs({"--sweep", "records:1,2,63,64,65,10000"});
}

} // namespace
