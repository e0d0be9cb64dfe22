// SPDX-License-Identifier: BSL-1.0
// What the machine was doing during a run, and how it is set.
#include "run_text.hpp"

#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tollgate::report {
namespace {

std::string clock_text(const measure::calibration& clock) {
    std::string text = fmt::format("clock: {}, a reading costs {} ns (p99 {}), resolution {} ns",
                                   clock::to_string(clock.source), ns_text(clock.reading_ns_p50),
                                   ns_text(clock.reading_ns_p99), ns_text(clock.resolution_ns));
    if (clock.source == clock::source::tsc) {
        text += fmt::format(", {:.3f} MHz ± {:.1f} ppm", clock.rate_hz / 1e6,
                            1e6 * clock.rate_error_hz / clock.rate_hz);
    }
    return text + "\n";
}

std::string loops_text(const measure::machine_speed& speed) {
    if (speed.loops == 0) {
        return {};
    }
    std::string text = fmt::format("machine: {} of {} reference loops were fast",
                                   percent_text(speed.fast_share), speed.loops);
    constexpr double changed = 1.1;
    if (speed.slow_ratio > changed) {
        text +=
            fmt::format(", one in ten took {:.2f} times as long or longer: it changed its speed",
                        speed.slow_ratio);
    }
    if (speed.interrupts_share > 0) {
        text += "; interrupts took " + percent_text(speed.interrupts_share);
    }
    return text + "\n";
}

std::string distance_text(const std::pair<int, int>& cpus, const measure::cpu_distance& distance) {
    return fmt::format("CPUs {} and {}: a cache line takes {} ns from one to the other, within a "
                       "quarter in {} of {} readings, {} to {} ns in all",
                       cpus.first, cpus.second, ns_text(distance.usual_ns),
                       percent_text(distance.usual_share), distance.readings,
                       ns_text(distance.least_ns), ns_text(distance.most_ns));
}

/// In brief the CPUs whose distance was least steady, and how many more there are.
std::string distances_text(const result& run, extent how_much) {
    const auto& distances = run.speed.distances;
    if (how_much == extent::brief && !distances.empty()) {
        const auto& [cpus, distance] = *std::ranges::min_element(
            distances, {}, [](const auto& one) { return one.second.usual_share; });
        return distance_text(cpus, distance) +
               (distances.size() == 1
                    ? "\n"
                    : fmt::format("; and of {} more, all in the file that --json writes\n",
                                  distances.size() - 1));
    }
    std::string text;
    for (const auto& [cpus, distance] : distances) {
        text += distance_text(cpus, distance) + "\n";
    }
    return text;
}

std::string disturbances_text(const result& run) {
    std::uint64_t rounds = 0;
    std::uint64_t disturbed = 0;
    std::string example;
    for (const auto& [record, summary] : run.cases) {
        rounds += summary.rounds;
        disturbed += summary.disturbed_rounds;
        example = example.empty() ? summary.disturbed_by : example;
    }
    return disturbed == 0 ? std::string{}
                          : fmt::format("taken from it: in {} of {} batches ({}, for example)\n",
                                        disturbed, rounds, example);
}

/// What was found; "; 13.1 µs of thread/condvar here (--explain)", if that was measured.
std::string finding(const environment::verdict& verdict) {
    return verdict.name + ": " + verdict.found +
           (verdict.measured_ns == 0
                ? ""
                : fmt::format("; {} of {} here (--explain)", time_text(verdict.measured_ns),
                              verdict.measured_of));
}

} // namespace

std::string machine_text(const result& run, extent how_much) {
    const std::string speed = loops_text(run.speed) + distances_text(run, how_much);
    return how_much == extent::brief ? speed
                                     : clock_text(run.clock) + speed + disturbances_text(run);
}

std::string environment_text(const std::vector<environment::verdict>& environment, bool whole) {
    std::string text;
    for (const environment::verdict& verdict : environment) {
        if (verdict.state == environment::condition::ok && !whole) {
            continue;
        }
        text += fmt::format("  - {} {}{}\n", environment::to_string(verdict.state),
                            finding(verdict), verdict.why.empty() ? "" : " (" + verdict.why + ")");
        text += verdict.fix.empty() ? "" : "      fix:  " + verdict.fix + "\n";
        text += verdict.undo.empty() ? "" : "      undo: " + verdict.undo + "\n";
    }
    if (environment.empty()) {
        return {}; // it was not examined
    }
    return text.empty() ? "environment: all ok\n"
                        : (whole ? "environment:\n" : "environment, what is not ok:\n") + text;
}

std::string environment_summary(const std::vector<environment::verdict>& environment) {
    std::string bad;
    std::string unknown;
    for (const environment::verdict& verdict : environment) {
        if (verdict.state == environment::condition::bad) {
            bad += "bad here: " + finding(verdict) +
                   (verdict.fix.empty() ? "" : "; against it: " + verdict.fix) + "\n";
        } else if (verdict.state == environment::condition::unknown) {
            unknown += (unknown.empty() ? "not known here: " : ", ") + verdict.name;
        }
    }
    if (!unknown.empty()) {
        unknown += "; --environment says what each does to a figure\n";
    }
    const bool all_ok = !environment.empty() && bad.empty() && unknown.empty();
    return all_ok ? "environment: all ok\n" : bad + unknown;
}

} // namespace tollgate::report
