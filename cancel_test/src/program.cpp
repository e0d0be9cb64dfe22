// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "ancestor_table.hpp"
#include "cases.hpp"

namespace tollgate::cancel_test {

cli::program describe_program() {
    cli::program what;
    what.name = "testCancel";
    what.question =
        "What does it cost on this machine that work can be cancelled, and to cancel it?";
    what.budget_s = 15;
    what.quick_only = "cancel/(check|register)/|create/|cancel/cancel/.*tokens:1$|"
                      "cancel_to_return/.*condvar/placement:(same|core)";
    what.has_placements = true;
    what.sweeps = {tokens_axis()};
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.overview = ancestor_table;
    return what;
}

} // namespace tollgate::cancel_test
