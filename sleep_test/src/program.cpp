// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "ancestor_table.hpp"
#include "cases.hpp"
#include "choice.hpp"
#include "slice_slope.hpp"

namespace tollgate::sleep_test {

cli::program describe_program() {
    cli::program what;
    what.name = "testSleep";
    what.question =
        "How late does a sleeping thread wake up on this machine, and what does it cost?";
    what.budget_s = 19;
    what.quick_only =
        "sleeper:(parker|condvar|eventfd)/.*(placement:same|placement:core|found:empty"
        "|found:permit)|timeout_lateness/sleeper:(parker|condvar|eventfd)/";
    what.has_placements = true;
    what.own = {slices_option(), sleepers_option()};
    what.sweeps = {slack_axis(), idle_axis()};
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.overview = [](const report::result& seen) {
        return ancestor_table(seen) + slope_text(seen);
    };
    what.failed_proofs = failed_slopes;
    return what;
}

} // namespace tollgate::sleep_test
