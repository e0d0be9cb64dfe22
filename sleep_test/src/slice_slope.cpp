// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/report/number.hpp>
#include <tollgate/stats/line_fit.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tollgate::sleep_test {
namespace {

/// A slope of 1/1000: a tenth of a millisecond between slices of 2 and of 100 ms, more than any
/// wake-up here differs from another for other reasons. A sleeper that looks eight times a slice
/// has 1/16.
constexpr double tolerated_ns_per_ms = 1'000;

using round_number = std::pair<std::uint64_t, std::uint64_t>;
using points_of_rounds = std::map<round_number, std::vector<stats::point>>;

/// Of each pass the median slope of its rounds.
measure::estimate slope_over_passes(const points_of_rounds& rounds, std::size_t slices) {
    std::map<std::uint64_t, std::vector<double>> passes;
    for (const auto& [number, points] : rounds) {
        if (points.size() == slices) {
            passes[number.first].push_back(stats::fit_line(points).slope);
        }
    }
    std::vector<double> slopes;
    for (const auto& [pass, of_rounds] : passes) {
        slopes.push_back(stats::median(of_rounds));
    }
    return {slopes.empty() ? 0 : stats::mean(slopes), stats::mean_interval(slopes, 0.95)};
}

std::optional<std::uint64_t> slice_of_wakes(const measure::case_record& record) {
    return record.key.path() == "sleep/wake_latency" && !record.rounds.empty()
               ? record.key.number("slice_ms")
               : std::nullopt;
}

} // namespace

bool slice_slope::depends() const {
    return ns_per_ms.range && ns_per_ms.range->low > tolerated_ns_per_ms;
}

std::vector<slice_slope> slice_slopes(const report::result& seen) {
    std::map<std::string, std::pair<points_of_rounds, std::vector<double>>> groups;
    for (const auto& [record, summary] : seen.cases) {
        const auto slice = slice_of_wakes(record);
        if (!slice) {
            continue;
        }
        auto& [points, slices] = groups[record.key.with("slice_ms", "*").name()];
        const auto slice_ms = static_cast<double>(*slice);
        slices.push_back(slice_ms);
        for (const measure::case_round& round : record.rounds) {
            points[{round.process, round.round}].push_back({slice_ms, round.value_ns});
        }
    }
    std::vector<slice_slope> slopes;
    for (const auto& [cases, group] : groups) {
        const auto& [points, slices] = group;
        if (slices.size() > 1) {
            const auto [least, most] = std::minmax_element(slices.begin(), slices.end());
            slopes.push_back({cases, slope_over_passes(points, slices.size()), *least, *most});
        }
    }
    return slopes;
}

std::string slope_text(const report::result& seen) {
    std::string text;
    for (const slice_slope& one : slice_slopes(seen)) {
        text += fmt::format("  - {}: ", one.cases);
        if (const auto& range = one.ns_per_ms.range) {
            text += fmt::format("{:+.3g} ns per ms of slice ({:+.3g} to {:+.3g}): {}\n",
                                one.ns_per_ms.value, range->low, range->high,
                                one.depends()                         ? "it depends on it"
                                : range->low <= 0 && range->high >= 0 ? "none to be seen"
                                                                      : "below 1/1000 of it");
        } else {
            text += "too few passes to say\n";
        }
    }
    if (text.empty()) {
        const bool woken = std::any_of(seen.cases.begin(), seen.cases.end(), [](const auto& one) {
            return slice_of_wakes(one.record).has_value();
        });
        return woken ? "whether the wake delay depends on the time slice: not judged, that takes "
                       "two slices\n\n"
                     : text;
    }
    return "wake delay over the time slice that was asked for:\n" + text + "\n";
}

std::vector<std::string> failed_slopes(const report::result& seen) {
    std::vector<std::string> failures;
    for (const slice_slope& one : slice_slopes(seen)) {
        if (one.depends()) {
            failures.push_back(
                fmt::format("{}: the wake delay grows with the slice by {:.3g} ns per "
                            "ms: it polls instead of being woken",
                            one.cases, one.ns_per_ms.value));
        }
    }
    return failures;
}

} // namespace tollgate::sleep_test
