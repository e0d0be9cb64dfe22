// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "cases.hpp"
#include "choice.hpp"
#include "hand_off_table.hpp"

namespace tollgate::queue_test {

cli::program describe_program() {
    cli::program what;
    what.name = "testQueue";
    what.question = "What does handing a message over through a queue cost on this machine, and "
                    "what does it cost the CPUs?";
    what.budget_s = 15;
    what.quick_only =
        "impl:(blocking|spsc|mutex_condvar|tbb_bounded|moodycamel_blocking|pipe)/prod|"
        "impl:(tollgate_(shared_)?channel|boost_fiber_buffered)/.*capacity:[1-9]";
    what.has_placements = true;
    what.placements_by_default = "same and core; core for streams and with --quick";
    what.own = own_options();
    what.sweeps = sweep_axes();
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.overview = hand_off_table;
    return what;
}

} // namespace tollgate::queue_test
