// SPDX-License-Identifier: BSL-1.0
// Cases whose cost has a known cause, which `--explain` must find: work that
// checks/acceptance/explain slows down from outside, work with a delay that an intervention
// removes, and sleeps of a thread whose timers may be late.
#include <tollgate/cli/number.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/timer_slack.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

namespace cli = tollgate::cli;
namespace run = tollgate::run;
namespace explain = tollgate::explain;
namespace measure = tollgate::measure;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr std::uint64_t pieces_of_work = 40;
constexpr std::uint64_t pieces_of_delay = 20;

struct work_loop {
    std::uint64_t pieces;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        std::uint64_t value = 1;
        std::uint64_t done = 0;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.keep_running(done)) {
            for (std::uint64_t piece = 0; piece < 8 * pieces; ++piece) {
                value = value * 6'364'136'223'846'793'005 + 1;
                asm volatile("" : "+r"(value));
            }
            ++done;
        }
        meter.add_to(report);
        report.probe_calls = {done + 1};
        return report;
    }
};

constexpr microseconds sleep_time{300};

struct sleep_loop {
    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.wanted()) {
            const auto begun = probe.begin();
            std::this_thread::sleep_for(sleep_time);
            probe.add(begun, probe.end());
        }
        meter.add_to(report);
        report.probe_calls = {probe.events()};
        return report;
    }
};

run::case_list make_cases(const cli::options&, const tollgate::cpu::topology&) {
    constexpr nanoseconds expected_lateness = microseconds(100);
    run::case_list list;
    list.cases.push_back(
        measure::make_case("caused/work", "320 multiplications", 1, 1, work_loop{pieces_of_work}));
    list.cases.push_back(measure::make_case("caused/delayed", "480 multiplications", 1, 1,
                                            work_loop{pieces_of_work + pieces_of_delay}));
    list.cases.push_back(measure::make_event_case("caused/sleep", "a sleep of 300 us", 1,
                                                  sleep_loop{},
                                                  {sleep_time + expected_lateness, sleep_time}));
    return list;
}

std::vector<explain::intervention> interventions(const measure::measured_case& control,
                                                 const cli::options&,
                                                 const tollgate::cpu::topology&) {
    std::vector<explain::intervention> all;
    if (control.key.name() == "caused/delayed") {
        explain::intervention no_delay{{"delay=none", "a third of the work is left out", {}}};
        no_delay.instead =
            measure::make_case(control.key, control.unit, 1, 1, work_loop{pieces_of_work});
        all.push_back(std::move(no_delay));
    }
    return all;
}

std::uint64_t slack_us(const std::string& text) {
    return cli::parse_whole("--slack-us", text, {0, 1'000'000});
}

} // namespace

int main(int argc, char** argv) {
    cli::program description;
    description.name = "caused";
    description.question = "Does --explain find a known cause?";
    description.budget_s = 1;
    description.build = tollgate::environment::facts_of_this_build();
    // A thread inherits the slack of the thread that starts it, also in a new process.
    std::optional<tollgate::sleep::timer_slack> slack;
    description.own = {{"slack-us", "N", "0", "timer slack in us; 0: the system's default",
                        [&slack](const std::string& text) {
                            if (const std::uint64_t us = slack_us(text); us != 0) {
                                slack.emplace(microseconds(us));
                            }
                        }}};
    description.cases = make_cases;
    description.interventions = interventions;
    return cli::run_program(argc, argv, description);
}
