// SPDX-License-Identifier: BSL-1.0
//
// ./testNoise with one case, whose loop is correct, or has the mistake that --mistake names.
#include "faulty_watches.hpp"
#include "lost_time_loop.hpp"
#include "program.hpp"

#if defined(__linux__)
#include "call_loops.hpp"
#endif

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/testing/faulty_program.hpp>

#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using namespace std::chrono_literals;

template <class Watch>
measure::measured_case lost_time_case() {
    return measure::make_event_case({"noise/lost_time", {{"cpu", "faulty"}}}, "one slice", 1,
                                    lost_time_loop<Watch>{cpu::allowed_cpus().front(), 20ms},
                                    {.lasts = 2ms, .without_readings = true});
}

std::vector<tollgate::testing::mistaken_case> all_mistakes() {
    std::vector<tollgate::testing::mistaken_case> all{
        {"none", [](const auto&) { return lost_time_case<measure::gap_watch>(); }},
        {"has_unwatched_time",
         [](const auto&) { return lost_time_case<faulty_watch<has_unwatched_time>>(); }}};
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
    cli::program description = describe_program();
    description.name = "noise_loop";
    return cli::run_program(argc, argv,
                            tollgate::testing::faulty_program(description, all_mistakes()));
}
