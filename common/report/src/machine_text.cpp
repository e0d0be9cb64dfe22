// SPDX-License-Identifier: BSL-1.0
#include "machine_text.hpp"

#include <tollgate/report/number.hpp>

#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tollgate::report {
namespace {

/// The share of the rounds' variance that reference loops explain, in the middle one of these
/// cases.
std::optional<double> explained(const result& seen, bool of_one_thread) {
    std::vector<double> shares;
    for (const auto& [record, of] : seen.cases) {
        if ((record.threads == 1) == of_one_thread && of.referenced_rounds != 0) {
            shares.push_back(of.explained);
        }
    }
    return shares.empty() ? std::nullopt : std::optional(stats::median(std::move(shares)));
}

/// How far CPUs were from each other.
std::string distances_text(const measure::machine_speed& speed) {
    std::string text;
    for (const auto& [cpus, of] : speed.distances) {
        text +=
            fmt::format("CPUs {} and {}: a cache line takes {} ns from one to the other, "
                        "within a quarter in {} of {} readings, {} to {} ns in all\n",
                        cpus.first, cpus.second, ns_text(of.usual_ns), percent_text(of.usual_share),
                        of.readings, ns_text(of.least_ns), ns_text(of.most_ns));
    }
    return text;
}

} // namespace

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

std::string speed_text(const result& seen, extent how_much) {
    const measure::machine_speed& speed = seen.speed;
    if (speed.loops == 0) {
        return distances_text(speed);
    }
    constexpr double changed = 1.1;
    std::string text =
        fmt::format("machine: {} of {} reference loops were fast{}{}\n",
                    percent_text(speed.fast_share), speed.loops,
                    speed.slow_ratio > changed
                        ? fmt::format(", one in ten took {:.2f} times as long or longer: it "
                                      "changed its speed",
                                      speed.slow_ratio)
                        : std::string{},
                    speed.interrupts_share > 0 // else there were too few loops to tell
                        ? "; interrupts took " + percent_text(speed.interrupts_share)
                        : std::string{});
    text += distances_text(speed);
    if (how_much == extent::brief) {
        return text;
    }
    const auto alone = explained(seen, true);
    const auto several = explained(seen, false);
    if (alone) {
        text +=
            fmt::format("  the loops explain {} of the variance of cases of one thread{}\n",
                        percent_text(*alone),
                        several ? fmt::format(", {} of those of several", percent_text(*several))
                                : std::string{});
    } else if (several) {
        text += fmt::format("  the loops explain {} of the variance of cases of several threads\n",
                            percent_text(*several));
    }
    return text;
}

std::string disturbances_text(const result& seen) {
    std::uint64_t rounds = 0;
    std::uint64_t disturbed = 0;
    std::string example;
    for (const measure::case_result& one : seen.cases) {
        rounds += one.summary.rounds;
        disturbed += one.summary.disturbed_rounds;
        example = example.empty() ? one.summary.disturbed_by : example;
    }
    return disturbed == 0 ? std::string{}
                          : fmt::format("taken from it: in {} of {} batches ({}, for example)\n",
                                        disturbed, rounds, example);
}

} // namespace tollgate::report
