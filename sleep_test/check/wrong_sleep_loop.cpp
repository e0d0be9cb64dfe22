// SPDX-License-Identifier: BSL-1.0
//
// ./testSleep with one case, whose sleeper is right, or has the mistake that --mistake names.
#include "measured_with.hpp"
#include "program.hpp"
#include "timeout_loop.hpp"
#include "wrong_sleepers.hpp"

#include <tollgate/cli/program.hpp>

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

measure::measured_case case_with(const std::string& mistake) {
    if (mistake == "loses_a_wake") {
        return wake_case<losing_a_third>();
    }
    if (mistake == "returns_early") {
        return measure::make_event_case(
            {"sleep/timeout_lateness", {{"sleeper", "wrong"}}}, "one sleep", 1,
            timeout_loop<wrong_sleeper<returning_early>>{brief.lasts, std::nullopt},
            {brief.lasts, brief.lasts});
    }
    return wake_case<no_mistake>();
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "wrong_sleep_loop";
    what.own = {{"mistake", "NAME", "none", "loses_a_wake, returns_early", [](const auto&) {}}};
    what.cases = [](const cli::options& chosen, const cpu::topology&) {
        return cli::case_list{{case_with(chosen.own.at("mistake"))}, {}, {}};
    };
    return cli::run_program(argc, argv, what);
}
