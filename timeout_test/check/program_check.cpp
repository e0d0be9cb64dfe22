// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/faults/made_up.hpp>
#include <tollgate/faults/program_checks.hpp>

namespace {

using namespace tollgate;

/// Without fibers there are but the armed timers.
bool there_is(const measure::case_key& key) {
    static const bool fibers = [] {
        const cli::program what = timeout_test::describe_program();
        const run::case_list all =
            what.cases(cli::parse_command_line(what, {}), faults::made_up_machine(1, 2, 1));
        return all.unavailable.empty();
    }();
    return fibers || key.path().starts_with("timeout/armed/");
}

const bool registered = faults::register_program_checks(
    {.what = timeout_test::describe_program,
     .listings = LISTINGS,
     .rehearsed = {{"--timers", "1,1000", "--placement", "same,free"},
                   {"--sweep", "timers:2,15,16,17,999,1001,2500"}},
     .briefly = {"--clocks", "os,tsc", "--timers", "1,16", "--placement", "free"},
     .there_is = there_is,
     .has_headline_cases = [] { return there_is("timeout/baseline"); }});

} // namespace
