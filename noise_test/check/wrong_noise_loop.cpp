// SPDX-License-Identifier: BSL-1.0
//
// ./testNoise with one case, whose loop is right, or has the mistake that --mistake names.
#include "lost_time_loop.hpp"
#include "program.hpp"
#include "wrong_watches.hpp"

#if defined(__linux__)
#include "call_loops.hpp"
#endif

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/faults/wrong_program.hpp>

#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using namespace std::chrono_literals;

template <class Watch>
measure::measured_case lost_time_case() {
    return measure::make_event_case({"noise/lost_time", {{"cpu", "wrong"}}}, "one slice", 1,
                                    lost_time_loop<Watch>{cpu::allowed_cpus().front(), 20ms},
                                    {.lasts = 2ms, .without_readings = true});
}

std::vector<faults::mistaken_case> all_mistakes() {
    std::vector<faults::mistaken_case> all{
        {"none", [](const auto&) { return lost_time_case<measure::gap_watch>(); }},
        {"looks_away", [](const auto&) { return lost_time_case<wrong_watch<looks_away>>(); }}};
#if defined(__linux__)
    all.push_back(
        {"no_interrupt", [](const auto&) {
             const std::vector<int> cpus = cpu::allowed_cpus();
             return measure::make_case(
                 {"noise/interrupt", {{"found", "running"}}}, "one call", 1, 2,
                 interrupt_loop{cpus.front(), cpus.back(), []() noexcept -> long { return 0; }});
         }});
#endif
    return all;
}

} // namespace

int main(int argc, char** argv) {
    cli::program what = describe_program();
    what.name = "noise_loop";
    return cli::run_program(argc, argv, faults::wrong_program(what, all_mistakes()));
}
