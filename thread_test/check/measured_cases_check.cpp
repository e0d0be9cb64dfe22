// SPDX-License-Identifier: BSL-1.0
//
// Everything in the table of cases does its work on this machine, with each clock.
#include "cases.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/clock/source.hpp>
#include <tollgate/measure/batch.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using ::testing::IsEmpty;

void expect_proofs(const measure::measured_case& one, clock::source source) {
    SCOPED_TRACE(one.name + " with " + std::string(clock::to_string(source)));
    const measure::schedule asked{2 * one.lap, {{9, 1}, {4, 2}, {2, 3 * one.lap}, {1, 40}}};
    const measure::batch done = one.run(asked, source);
    EXPECT_THAT(measure::failed_proofs(done, asked), IsEmpty());
    EXPECT_EQ(done.intervals.size(), asked.groups());

    const std::uint64_t operations = 2 * one.lap + 5;
    const measure::classical_batch classical = one.run_classical(operations, source);
    EXPECT_THAT(classical.failures, IsEmpty());
    EXPECT_EQ(classical.sums.operations, operations);
}

void expect_all_proofs(const std::vector<std::string>& arguments) {
    const auto chosen = cli::parse_command_line(thread_test::describe_program(), arguments);
    for (const auto& one : thread_test::make_cases(chosen, cpu::read_topology()).cases) {
        for (const clock::source source : clock::all_sources) {
            expect_proofs(one, source);
        }
    }
}

TEST(measured_cases, do_their_work) {
    expect_all_proofs({});
}

TEST(measured_cases, do_their_work_in_a_sweep) {
    expect_all_proofs({"--sweep", "threads:2,3,9"});
}

} // namespace
