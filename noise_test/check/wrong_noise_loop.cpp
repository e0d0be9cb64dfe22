// SPDX-License-Identifier: BSL-1.0
//
// ./testNoise with one case, whose loop is right, or has the mistake that --mistake names.
#include "program.hpp"
#include "taken_loop.hpp"
#include "wrong_watches.hpp"

#if defined(__linux__)
#include "call_loops.hpp"
#include "lateness_loop.hpp"
#endif

#include <tollgate/cpu/allowed.hpp>
#include <tollgate/faults/wrong_program.hpp>

#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using namespace std::chrono_literals;

template <class Watch>
measure::measured_case taken_case() {
    return measure::make_event_case({"noise/taken", {{"cpu", "wrong"}}}, "one slice", 1,
                                    taken_loop<Watch>{cpu::allowed_cpus().front()},
                                    {.lasts = 2ms, .without_readings = true});
}

template <void (*Spoil)(measure::watched_slice&)>
faults::mistaken_case mistaken(const char* name) {
    return {name, [](const auto&) { return taken_case<wrong_watch<Spoil>>(); }};
}

std::vector<faults::mistaken_case> all_mistakes() {
    std::vector<faults::mistaken_case> all{
        {"none", [](const auto&) { return taken_case<measure::gap_watch>(); }},
        mistaken<runs_backwards>("runs_backwards"),
        mistaken<ends_early>("ends_early"),
        mistaken<takes_more_than_there_is>("takes_more_than_there_is"),
        mistaken<looks_away>("looks_away")};
#if defined(__linux__)
    all.push_back({"refused_wake", [](const auto&) {
                       return measure::make_case(
                           {"noise/wake_call", {{"found", "wrong"}}}, "one call", 1, 1,
                           wake_nothing_loop{
                               cpu::allowed_cpus().front(),
                               [](std::atomic<std::uint32_t>&) noexcept -> long { return -1; }});
                   }});
    all.push_back(
        {"no_interrupt", [](const auto&) {
             const std::vector<int> cpus = cpu::allowed_cpus();
             return measure::make_case(
                 {"noise/interrupt", {{"found", "running"}}}, "one call", 1, 2,
                 interrupt_loop{cpus.front(), cpus.back(), []() noexcept -> long { return 0; }});
         }});
    all.push_back({"early_wake_up", [](const auto&) {
                       return measure::make_event_case(
                           {"noise/timer_lateness", {{"idle", "wrong"}}}, "one wake-up", 1,
                           lateness_loop{cpu::allowed_cpus().front(), 1'000us, idling::as_it_is,
                                         [](std::chrono::steady_clock::time_point deadline) {
                                             return deadline - 1ns;
                                         }},
                           {.lasts = 1ms});
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
