// SPDX-License-Identifier: BSL-1.0
#include "run_text.hpp"

#include <tollgate/report/number.hpp>

#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

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
    const auto by_loops = [&](bool of_one_thread) {
        return explained(seen, [&](const measure::case_record& record) {
            return record.distance_of.empty() && (record.threads == 1) == of_one_thread;
        });
    };
    const auto alone = by_loops(true);
    const auto several = by_loops(false);
    std::string text;
    if (alone) {
        text = percent_text(*alone) + " of the variance of cases of one thread";
    }
    if (several) {
        text += text.empty()
                    ? percent_text(*several) + " of the variance of cases of several threads"
                    : ", " + percent_text(*several) + " of those of several";
    }
    return text.empty() ? text : "  the loops explain " + text + "\n";
}

std::string distance_text(const std::pair<int, int>& cpus, const measure::cpu_distance& of) {
    return fmt::format("CPUs {} and {}: a cache line takes {} ns from one to the other, within a "
                       "quarter in {} of {} readings, {} to {} ns in all",
                       cpus.first, cpus.second, ns_text(of.usual_ns), percent_text(of.usual_share),
                       of.readings, ns_text(of.least_ns), ns_text(of.most_ns));
}

/// The CPUs whose distance was least steady, and how many more there are.
std::string distances_in_brief(const result& seen) {
    const auto& distances = seen.speed.distances;
    if (distances.empty()) {
        return {};
    }
    const auto& [cpus, of] =
        *std::min_element(distances.begin(), distances.end(), [](const auto& a, const auto& b) {
            return a.second.usual_share < b.second.usual_share;
        });
    return distance_text(cpus, of) +
           (distances.size() == 1
                ? "\n"
                : fmt::format("; and of {} more, all in the file that --json writes\n",
                              distances.size() - 1));
}

std::string distances_in_full(const result& seen) {
    std::string text;
    for (const auto& [cpus, of] : seen.speed.distances) {
        text += distance_text(cpus, of) + "\n";
        const std::vector both{cpus.first, cpus.second};
        if (const auto share = explained(seen, [&](const measure::case_record& record) {
                return record.distance_of == both;
            })) {
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
    const std::string loops = seen.speed.loops != 0 ? loops_text(seen.speed) : "";
    if (how_much == extent::brief) {
        return loops + distances_in_brief(seen);
    }
    return loops + (loops.empty() ? "" : what_loops_explain(seen)) + distances_in_full(seen);
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
