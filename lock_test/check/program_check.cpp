// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/run/errors.hpp>
#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/program_checks.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace tollgate;

run::case_list cases_of(const std::vector<std::string>& arguments) {
    const cli::program description = lock_test::describe_program();
    return description.cases(cli::parse_command_line(description, arguments),
                             tollgate::testing::fake_machine(1, 2, 1));
}

/// Whether this build has the lock, or the data.
bool is_built(const measure::case_key& key) {
    static const std::vector<measure::measured_case> all = cases_of({}).cases;
    return std::ranges::any_of(all, [&](const measure::measured_case& built) {
        return built.key.path() == key.path() && built.key.text("impl") == key.text("impl");
    });
}

// The second command line has more threads than this machine has CPUs, and each placement.
const bool registered = tollgate::testing::register_program_checks(
    {.describe = lock_test::describe_program,
     .listings = LISTINGS,
     .rehearsed = {{},
                   {"5", "--placement", "same,core,free", "--section", "10", "--pause", "0,10"},
                   {"--sweep", "threads:1,3"}},
     .briefly = {"3"},
     .is_built = is_built});

TEST(lock_program, has_only_cases_with_the_parameter_of_a_sweep) {
    for (const char* parameter : {"threads", "section", "pause"}) {
        const auto list = cases_of({"--sweep", std::string(parameter) + ":1,2"});
        EXPECT_FALSE(list.cases.empty());
        for (const measure::measured_case& listed : list.cases) {
            EXPECT_TRUE(listed.key.has(parameter)) << listed.key.name();
        }
    }
}

TEST(lock_program, refuses_work_that_takes_seconds_in_each_batch) {
    EXPECT_NO_THROW(cases_of({"100", "--section", "10000", "--pause", "10000"}));
    for (const char* work : {"--section", "--pause"}) {
        EXPECT_THAT(
            [&] {
                cases_of({"101", work, "10000"});
            },
            ::testing::ThrowsMessage<run::usage_error>(
                std::string(work) + ": '10000' is too long for 101 threads: at most 9900 "
                                    "steps, or fewer threads"));
    }
}

} // namespace
