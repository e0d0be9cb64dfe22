// SPDX-License-Identifier: BSL-1.0
//
// ./testTimeout with one case of timers, which are right, or make the mistake that --mistake names.
#include "armed/armed_loop.hpp"
#include "program.hpp"
#include "wrong_timers.hpp"

#include <tollgate/faults/wrong_program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <chrono>
#include <memory>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

template <timer_mistake Made>
measure::measured_case expiring(const cli::options& /*chosen*/) {
    using timers = wrong_timers<Made>;
    return measure::make_event_case(
        {"timeout/armed/expire", {{"impl", "wrong"}}}, "one timer", 1,
        armed_loop<timers>{act::expire, std::make_shared<crowds<timers>>(200, 1)},
        {std::chrono::milliseconds(1), std::chrono::nanoseconds(0)});
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "timer_loop";
    using enum timer_mistake;
    return cli::run_program(argc, argv,
                            faults::wrong_program(what, {{"none", expiring<none>},
                                                         {"early", expiring<early>},
                                                         {"late", expiring<late>},
                                                         {"twice", expiring<twice>},
                                                         {"not_ever", expiring<not_ever>}}));
}
