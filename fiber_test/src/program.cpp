// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "cases.hpp"
#include "options.hpp"

#include <boost/version.hpp>

#include <string>

namespace tollgate::fiber_test {
namespace {

environment::build_facts build_facts() {
    environment::build_facts facts = environment::facts_of_this_build();
    facts.boost_version = std::to_string(BOOST_VERSION / 100'000) + "." +
                          std::to_string(BOOST_VERSION / 100 % 1'000) + "." +
                          std::to_string(BOOST_VERSION % 100);
#if defined(BOOST_USE_UCONTEXT)
    facts.context_implementation = "ucontext";
#else
    facts.context_implementation = "fcontext";
#endif
    return facts;
}

} // namespace

cli::program describe_program() {
    cli::program what;
    what.name = "testFiber";
    what.question = "What does a switch between fibers cost on this machine?";
    what.members = "fibers";
    what.members_range = {2, 1'000'000};
    what.kind = "Fiber";
    what.budget_s = 9;
    what.quick_only = "yield|resume|context|channel|fixedsize";
    what.own = own_options();
    what.build = build_facts();
    what.cases = make_cases;
    what.reference = [](const cli::options& chosen) {
        return yield_name(read_fiber_options(chosen).schedulers.front(), chosen.members);
    };
    return what;
}

} // namespace tollgate::fiber_test
