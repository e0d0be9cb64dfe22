// SPDX-License-Identifier: BSL-1.0
//
// ./testSleep with one case, whose sleeper is right, or has the mistake that --mistake names.
#include "measured_with.hpp"
#include "program.hpp"
#include "timeout_loop.hpp"
#include "wrong_sleepers.hpp"

#include <tollgate/faults/wrong_program.hpp>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;

constexpr measure::event_times brief{std::chrono::milliseconds(2), std::chrono::nanoseconds(0)};

template <class Wrong>
measure::measured_case wake_case() {
    return measure::make_event_case(
        {"sleep/wake_latency", {{"sleeper", "wrong"}}}, "one wake", 2,
        free_wake_loop<wrong_sleeper<Wrong>, until::sleeper_runs>(little), brief);
}

measure::measured_case sleep_case() {
    return measure::make_event_case(
        {"sleep/timeout_lateness", {{"sleeper", "wrong"}}}, "one sleep", 1,
        timeout_loop<wrong_sleeper<returning_early>>{brief.lasts, std::nullopt},
        {brief.lasts, brief.lasts});
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "sleep_loop";
    return cli::run_program(
        argc, argv,
        faults::wrong_program(
            what, {{"none", [](const auto&) { return wake_case<no_mistake>(); }},
                   {"loses_a_wake", [](const auto&) { return wake_case<losing_a_third>(); }},
                   {"returns_early", [](const auto&) { return sleep_case(); }}}));
}
