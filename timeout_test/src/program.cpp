// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "ancestor_table.hpp"
#include "cases.hpp"
#include "choice.hpp"
#include "counts_table.hpp"

#include <boost/version.hpp>

#include <fmt/format.h>

namespace tollgate::timeout_test {
namespace {

environment::build_facts build_facts() {
    environment::build_facts facts = environment::facts_of_this_build();
    facts.boost_version = fmt::format("{}.{}.{}", BOOST_VERSION / 100'000,
                                      BOOST_VERSION / 100 % 1'000, BOOST_VERSION % 100);
    return facts;
}

} // namespace

cli::program describe_program() {
    cli::program what;
    what.name = "testTimeout";
    what.question = "What does it cost on this machine to wait for a message with a timeout?";
    what.budget_s = 30;
    what.quick_only = "/(baseline|timeout|sleep|deferred)/impl:(tollgate|boost)/.*between:fibers$|"
                      "late/impl:(tollgate|boost)/clock:os/.*idle|"
                      "armed/(rearm|arm_cancel|expire)/impl:(tollgate|set|heap)/timers:1000$";
    what.has_placements = true;
    what.placements_by_default = "same and core; core with --quick";
    what.own = {clocks_option(), timers_option(), after_option()};
    what.sweeps = {timers_axis()};
    what.build = build_facts();
    what.cases = make_cases;
    what.overview = [](const report::result& seen) {
        return ancestor_table(seen) + counts_table(seen);
    };
    return what;
}

} // namespace tollgate::timeout_test
