// SPDX-License-Identifier: BSL-1.0
#include "machine_text.hpp"

#include <tollgate/report/number.hpp>

#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tollgate::report {
namespace {

/// The share of the rounds' variance that references explain, in the middle one of the cases that
/// `belong`.
template <class Belongs>
std::optional<double> explained(const result& seen, Belongs belongs) {
    std::vector<double> shares;
    for (const auto& [record, of] : seen.cases) {
        if (belongs(record) && of.referenced_rounds != 0) {
            shares.push_back(of.explained);
        }
    }
    return shares.empty() ? std::nullopt : std::optional(stats::median(std::move(shares)));
}

std::optional<double> explained_by_loops(const result& seen, bool of_one_thread) {
    return explained(seen, [&](const measure::case_record& record) {
        return record.distance_of.empty() && (record.threads == 1) == of_one_thread;
    });
}

std::string loops_text(const measure::machine_speed& speed) {
    constexpr double changed = 1.1;
    return fmt::format("machine: {} of {} reference loops were fast{}{}\n",
                       percent_text(speed.fast_share), speed.loops,
                       speed.slow_ratio > changed
                           ? fmt::format(", one in ten took {:.2f} times as long or longer: it "
                                         "changed its speed",
                                         speed.slow_ratio)
                           : std::string{},
                       speed.interrupts_share > 0 // else there were too few loops to tell
                           ? "; interrupts took " + percent_text(speed.interrupts_share)
                           : std::string{});
}

std::string what_loops_explain(const result& seen) {
    const auto alone = explained_by_loops(seen, true);
    const auto several = explained_by_loops(seen, false);
    if (alone) {
        return fmt::format("  the loops explain {} of the variance of cases of one thread{}\n",
                           percent_text(*alone),
                           several ? fmt::format(", {} of those of several", percent_text(*several))
                                   : std::string{});
    }
    return several ? fmt::format("  the loops explain {} of the variance of cases of several "
                                 "threads\n",
                                 percent_text(*several))
                   : std::string{};
}

using distance_of_two = std::pair<const std::pair<int, int>, measure::cpu_distance>;

std::string distance_text(const distance_of_two& one) {
    const auto& [cpus, of] = one;
    return fmt::format("CPUs {} and {}: a cache line takes {} ns from one to the other, within a "
                       "quarter in {} of {} readings, {} to {} ns in all",
                       cpus.first, cpus.second, ns_text(of.usual_ns), percent_text(of.usual_share),
                       of.readings, ns_text(of.least_ns), ns_text(of.most_ns));
}

/// How far CPUs were from each other: in brief those whose distance was least steady.
std::string distances_text(const result& seen, extent how_much) {
    const auto& distances = seen.speed.distances;
    if (how_much == extent::brief && !distances.empty()) {
        const auto least_steady =
            std::min_element(distances.begin(), distances.end(), [](const auto& a, const auto& b) {
                return a.second.usual_share < b.second.usual_share;
            });
        return distance_text(*least_steady) +
               (distances.size() > 1 ? fmt::format("; and of {} more, all in the file that --json "
                                                   "writes\n",
                                                   distances.size() - 1)
                                     : "\n");
    }
    std::string text;
    for (const distance_of_two& one : distances) {
        text += distance_text(one) + "\n";
        const std::vector both{one.first.first, one.first.second};
        const auto share = explained(
            seen, [&](const measure::case_record& record) { return record.distance_of == both; });
        if (share) {
            text += fmt::format("  that explains {} of the variance of cases on both\n",
                                percent_text(*share));
        }
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
    std::string text;
    if (seen.speed.loops != 0) {
        text = loops_text(seen.speed);
        text += how_much == extent::whole ? what_loops_explain(seen) : std::string{};
    }
    return text + distances_text(seen, how_much);
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
