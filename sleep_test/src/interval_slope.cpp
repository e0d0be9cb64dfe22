// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/stats/line_fit.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::sleep_test {
namespace {

/// A slope of 1/1000: a tenth of a millisecond between intervals of 2 and 100 ms. That is more than
/// wake-ups here differ for other reasons. A sleeper that polls eight times per interval has 1/16.
constexpr double tolerated_ns_per_ms = 1'000;

/// Points of delay over interval, by pass and round.
using points_of_rounds =
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<stats::point>>;

/// For each pass the median slope of its rounds that have all intervals.
std::vector<double> slopes_of(const points_of_rounds& rounds, std::size_t intervals) {
    std::map<std::uint64_t, std::vector<double>> passes;
    for (const auto& [number, points] : rounds) {
        if (points.size() == intervals) {
            passes[number.first].push_back(stats::fit_line(points).slope);
        }
    }
    std::vector<double> slopes;
    slopes.reserve(passes.size());
    for (const auto& [pass, of_rounds] : passes) {
        slopes.push_back(stats::median(of_rounds));
    }
    return slopes;
}

/// The wake delays of a sleeper with several intervals.
struct group {
    std::size_t intervals = 0;
    points_of_rounds rounds;
};

std::map<std::string, group> groups_of(const report::result& result) {
    std::map<std::string, group> groups;
    for (const auto& [record, summary] : result.cases) {
        const auto interval_ms = record.key.number("interval_ms");
        if (record.key.path() != "sleep/wake_latency" || record.rounds.empty() || !interval_ms) {
            continue;
        }
        group& same_sleeper = groups[record.key.with("interval_ms", "*").name()];
        ++same_sleeper.intervals;
        for (const measure::case_round& round : record.rounds) {
            same_sleeper.rounds[{round.process, round.round}].push_back(
                {static_cast<double>(*interval_ms), round.value_ns});
        }
    }
    return groups;
}

} // namespace

std::vector<std::string> slopes_not_judged(const report::result& result) {
    std::vector<std::string> lines;
    for (const auto& [cases, points] : groups_of(result)) {
        if (points.intervals > 1 && slopes_of(points.rounds, points.intervals).size() < 2) {
            lines.push_back(cases +
                            ": the run cannot check whether the wake latency grows with the "
                            "interval, because this check needs two passes");
        }
    }
    return lines;
}

std::vector<std::string> failed_slopes(const report::result& result) {
    std::vector<std::string> failures;
    for (const auto& [cases, points] : groups_of(result)) {
        const std::vector<double> slopes = points.intervals > 1
                                               ? slopes_of(points.rounds, points.intervals)
                                               : std::vector<double>{};
        const auto range = stats::mean_interval(slopes, 0.95);
        if (range && range->low > tolerated_ns_per_ms) {
            failures.push_back(
                fmt::format("{}: the wake latency grows with the interval by {:.3g} ns per "
                            "ms: the thread polls and is not woken",
                            cases, stats::mean(slopes)));
        }
    }
    return failures;
}

} // namespace tollgate::sleep_test
