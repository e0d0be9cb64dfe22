// SPDX-License-Identifier: BSL-1.0
// The state of the machine during a run, and its settings.
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
        text += fmt::format("; one in ten took at least {:.2f} times the fast time: the machine "
                            "changed its speed",
                            speed.slow_ratio);
    }
    if (speed.interrupts_share > 0) {
        text += "; interrupts took " + percent_text(speed.interrupts_share);
    }
    return text + "\n";
}

std::string latency_text(const std::pair<int, int>& cpus,
                         const measure::cache_line_latency& latency) {
    return fmt::format(
        "CPUs {} and {}: a cache line takes {} ns from one CPU to the other; {} of {} "
        "readings differ from this by less than a quarter; all are {} to {} ns",
        cpus.first, cpus.second, ns_text(latency.usual_ns), percent_text(latency.usual_share),
        latency.readings, ns_text(latency.least_ns), ns_text(latency.most_ns));
}

/// The cache-line latencies. In brief the least steady one, and the number of the others.
std::string latencies_text(const result& run, extent detail) {
    const auto& latencies = run.speed.latencies;
    if (detail == extent::brief && !latencies.empty()) {
        const auto& [cpus, latency] = *std::ranges::min_element(
            latencies, {}, [](const auto& entry) { return entry.second.usual_share; });
        return latency_text(cpus, latency) +
               (latencies.size() == 1
                    ? "\n"
                    : fmt::format("; and of {} more, all in the file that --json writes\n",
                                  latencies.size() - 1));
    }
    std::string text;
    for (const auto& [cpus, latency] : latencies) {
        text += latency_text(cpus, latency) + "\n";
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
                          : fmt::format("disturbed: {} of {} batches (for example: {})\n",
                                        disturbed, rounds, example);
}

/// The finding of a verdict, and its cost if that was measured: "; 13.1 µs of thread/condvar here
/// (--explain)".
std::string finding(const environment::verdict& verdict) {
    return verdict.name + ": " + verdict.found +
           (verdict.measured_ns == 0
                ? ""
                : fmt::format("; {} of {} here (--explain)", time_text(verdict.measured_ns),
                              verdict.measured_of));
}

} // namespace

std::string machine_text(const result& run, extent detail) {
    const std::string speed = loops_text(run.speed) + latencies_text(run, detail);
    return detail == extent::brief ? speed : clock_text(run.clock) + speed + disturbances_text(run);
}

std::string environment_text(const std::vector<environment::verdict>& environment, bool all) {
    std::string text;
    for (const environment::verdict& verdict : environment) {
        if (verdict.state == environment::condition::ok && !all) {
            continue;
        }
        text += fmt::format("  - {} {}{}\n", environment::to_string(verdict.state),
                            finding(verdict), verdict.why.empty() ? "" : " (" + verdict.why + ")");
        text += verdict.fix.empty() ? "" : "      fix:  " + verdict.fix + "\n";
        text += verdict.undo.empty() ? "" : "      undo: " + verdict.undo + "\n";
    }
    if (environment.empty()) {
        return {}; // the environment was not examined
    }
    return text.empty()
               ? "environment: all ok\n"
               : (all ? "environment:\n" : "environment, conditions that are not ok:\n") + text;
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
        unknown += "; --environment prints what each does to a figure\n";
    }
    const bool all_ok = !environment.empty() && bad.empty() && unknown.empty();
    return all_ok ? "environment: all ok\n" : bad + unknown;
}

} // namespace tollgate::report
