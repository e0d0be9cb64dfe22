// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/program_checks.hpp>

#include <algorithm>
#include <vector>

namespace {

using namespace tollgate;

/// Whether this build has the lock, or the data.
bool is_built(const measure::case_key& key) {
    static const std::vector<measure::measured_case> all = [] {
        const cli::program description = lock_test::describe_program();
        return description
            .cases(cli::parse_command_line(description, {}),
                   tollgate::testing::fake_machine(1, 2, 1))
            .cases;
    }();
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

} // namespace
