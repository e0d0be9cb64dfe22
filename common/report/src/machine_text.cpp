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
    std::string text = fmt::format("machine: fast in {} of {} reference loops",
                                   percent_text(speed.fast_share), speed.loops);
    constexpr double changed = 1.1;
    if (speed.slow_ratio > changed) {
        text += fmt::format("; one in ten took at least {:.2f} times as long", speed.slow_ratio);
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

std::string latencies_text(const result& run) {
    std::string text;
    for (const auto& [cpus, latency] : run.speed.latencies) {
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

std::string machine_text(const result& run, bool brief) {
    return brief ? loops_text(run.speed)
                 : clock_text(run.clock) + loops_text(run.speed) + latencies_text(run) +
                       disturbances_text(run);
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

environment_lines environment_summary(const std::vector<environment::verdict>& environment) {
    std::string bad;
    std::string unknown;
    bool has_fix = false;
    for (const environment::verdict& verdict : environment) {
        if (verdict.state == environment::condition::bad) {
            bad += (bad.empty() ? "bad here: " : "; ") + finding(verdict);
            has_fix = has_fix || !verdict.fix.empty();
        } else if (verdict.state == environment::condition::unknown) {
            unknown += (unknown.empty() ? "not known here: " : ", ") + verdict.name;
        }
    }
    environment_lines lines;
    if (!bad.empty()) {
        lines.bad = bad + (has_fix ? "; --environment prints what helps\n" : "\n");
    }
    if (!unknown.empty()) {
        lines.other = unknown + " (see --environment)\n";
    } else if (bad.empty() && !environment.empty()) {
        lines.other = "environment: all ok\n";
    }
    return lines;
}

} // namespace tollgate::report
