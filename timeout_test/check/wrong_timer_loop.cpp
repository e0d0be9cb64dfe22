// SPDX-License-Identifier: BSL-1.0
//
// ./testTimeout with one case of timers, which are right, or make the mistake that --mistake names.
#include "armed/armed_loop.hpp"
#include "program.hpp"
#include "wrong_timers.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

template <timer_mistake Made>
measure::measured_case expiring() {
    using timers = wrong_timers<Made>;
    return measure::make_event_case(
        "timeout/armed/expire/impl:wrong", "one timer", 1,
        armed_loop<timers>{act::expire, std::make_shared<crowds<timers>>(200, 1)},
        {std::chrono::milliseconds(1), std::chrono::nanoseconds(0)});
}

measure::measured_case case_with(const std::string& mistake) {
    if (mistake == "early") {
        return expiring<timer_mistake::early>();
    }
    if (mistake == "late") {
        return expiring<timer_mistake::late>();
    }
    if (mistake == "twice") {
        return expiring<timer_mistake::twice>();
    }
    if (mistake == "not_ever") {
        return expiring<timer_mistake::not_ever>();
    }
    return expiring<timer_mistake::none>();
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "wrong_timer_loop";
    what.numbers = {};
    what.words = {};
    what.own = {{"mistake", "NAME", "none", "early, late, twice, not_ever", [](const auto&) {}}};
    what.cases = [](const cli::options& chosen, const cpu::topology&) {
        return cli::case_list{{case_with(chosen.own.at("mistake"))}, {}, {}};
    };
    return cli::run_program(argc, argv, what);
}
