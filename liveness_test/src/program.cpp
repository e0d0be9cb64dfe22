// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "ancestor_table.hpp"
#include "cases.hpp"
#include "choice.hpp"
#include "demo.hpp"
#include "detection_text.hpp"

namespace tollgate::liveness_test {

cli::program describe_program() {
    cli::program what;
    what.name = "testLiveness";
    what.question = "What does it cost on this machine to notice that a thread is stuck?";
    what.budget_s = 25;
    what.quick_only = "clock/|(checkpoint|register)/.*threads:1$|blocking|nested|checkpoints:1000$|"
                      "scan/records:(1|64|1024)$|detection_delay";
    what.actions = {demo_action()};
    what.own = {threads_option(), timeouts_option(), period_option()};
    what.sweeps = {threads_axis(), records_axis()};
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.overview = [](const report::result& seen) {
        return ancestor_table(seen) + detection_text(seen);
    };
    return what;
}

} // namespace tollgate::liveness_test
