// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "cases.hpp"

namespace tollgate::thread_test {

cli::program describe_program() {
    cli::program what;
    what.name = "testThread";
    what.question = "What does handing over from one thread to another cost on this machine?";
    what.members = "threads";
    what.members_range = {2, 1'000};
    what.kind = "Thread";
    what.budget_s = 18;
    what.quick_only = "placement:same|(condvar|atomic_wait|spin).*placement:core";
    what.has_placements = true;
    what.build = environment::facts_of_this_build();
    what.cases = make_cases;
    what.reference = [](const cli::options& chosen) {
        return case_name("condvar", chosen.members, cpu::placement::free);
    };
    return what;
}

} // namespace tollgate::thread_test
