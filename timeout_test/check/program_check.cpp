// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/program_checks.hpp>

namespace {

using namespace tollgate;

/// Without fibers there are only the armed timers and the ticks.
bool has_case(const measure::case_key& key) {
    static const bool fibers = [] {
        const cli::program description = timeout_test::describe_program();
        const run::case_list all = description.cases(cli::parse_command_line(description, {}),
                                                     tollgate::testing::fake_machine(1, 2, 1));
        return all.unavailable.empty();
    }();
    return fibers || key.path().starts_with("timeout/armed/") || key.path() == "timeout/tick";
}

const bool registered = tollgate::testing::register_program_checks(
    {.describe = timeout_test::describe_program,
     .listings = LISTINGS,
     .rehearsed = {{"--timers", "1,1000", "--placement", "same,free"},
                   {"--sweep", "timers:2,15,16,17,999,1001,2500"}},
     .briefly = {"--clocks", "os,tsc", "--timers", "1,16", "--placement", "free"},
     .is_built = has_case,
     .has_headline_cases = [] { return has_case("timeout/baseline"); }});

} // namespace
