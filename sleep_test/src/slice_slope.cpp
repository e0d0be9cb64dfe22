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

/// A slope of 1/1000: a tenth of a millisecond between slices of 2 and of 100 ms, more than any
/// wake-up here differs from another for other reasons. A sleeper that looks eight times a slice
/// has 1/16.
constexpr double tolerated_ns_per_ms = 1'000;

/// Delays over slices, by pass and round.
using points_of_rounds =
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<stats::point>>;

/// Of each pass the median slope of its rounds that have all slices.
std::vector<double> slopes_of(const points_of_rounds& rounds, std::size_t slices) {
    std::map<std::uint64_t, std::vector<double>> passes;
    for (const auto& [number, points] : rounds) {
        if (points.size() == slices) {
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

/// The wake delays of a sleeper with several slices.
struct group {
    std::size_t slices = 0;
    points_of_rounds rounds;
};

std::map<std::string, group> groups_of(const report::result& seen) {
    std::map<std::string, group> groups;
    for (const auto& [record, summary] : seen.cases) {
        const auto slice_ms = record.key.number("slice_ms");
        if (record.key.path() != "sleep/wake_latency" || record.rounds.empty() || !slice_ms) {
            continue;
        }
        group& of = groups[record.key.with("slice_ms", "*").name()];
        ++of.slices;
        for (const measure::case_round& round : record.rounds) {
            of.rounds[{round.process, round.round}].push_back(
                {static_cast<double>(*slice_ms), round.value_ns});
        }
    }
    return groups;
}

} // namespace

std::vector<std::string> slopes_not_judged(const report::result& seen) {
    std::vector<std::string> lines;
    for (const auto& [cases, of] : groups_of(seen)) {
        if (of.slices > 1 && slopes_of(of.rounds, of.slices).size() < 2) {
            lines.push_back(cases + ": whether the wake delay grows with the slice is not judged: "
                                    "that takes two passes");
        }
    }
    return lines;
}

std::vector<std::string> failed_slopes(const report::result& seen) {
    std::vector<std::string> failures;
    for (const auto& [cases, of] : groups_of(seen)) {
        const std::vector<double> slopes =
            of.slices > 1 ? slopes_of(of.rounds, of.slices) : std::vector<double>{};
        const auto range = stats::mean_interval(slopes, 0.95);
        if (range && range->low > tolerated_ns_per_ms) {
            failures.push_back(
                fmt::format("{}: the wake delay grows with the slice by {:.3g} ns per "
                            "ms: it polls instead of being woken",
                            cases, stats::mean(slopes)));
        }
    }
    return failures;
}

} // namespace tollgate::sleep_test
