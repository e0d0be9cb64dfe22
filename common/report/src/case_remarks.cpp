// SPDX-License-Identifier: BSL-1.0
#include "run_text.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

namespace tollgate::report {
namespace {

/// The rise from the first third of the figures to the last, relative to the first. Absent if the
/// trend is not significant at 1 %, by Kendall's rank correlation of the figures with their order.
std::optional<double> trend_of(const std::vector<double>& figures) {
    constexpr double normal_995 = 2.576;
    constexpr std::size_t fewest = 6;
    const auto n = static_cast<double>(figures.size());
    if (figures.size() < fewest) {
        return std::nullopt;
    }
    double rises = 0;
    for (std::size_t later = 1; later < figures.size(); ++later) {
        for (std::size_t before = 0; before < later; ++before) {
            rises += figures[later] > figures[before] ? 1 : 0;
            rises -= figures[later] < figures[before] ? 1 : 0;
        }
    }
    // One is subtracted because the sum moves in steps of two.
    const double deviation = std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
    if (std::abs(rises) - 1 < normal_995 * deviation) {
        return std::nullopt;
    }
    const auto third = static_cast<std::ptrdiff_t>(figures.size() / 3);
    const double first = stats::median({figures.begin(), figures.begin() + third});
    const double last = stats::median({figures.end() - third, figures.end()});
    return first > 0 ? std::optional(last / first - 1) : std::nullopt;
}

/// The trend of a case: code that is compiled while it runs becomes faster, and a heap that fills
/// becomes slower. The ratio to the reference case removes a drift of the machine.
std::string trend_text(const measure::case_result& result,
                       const std::vector<measure::case_result>& cases) {
    constexpr double least = 0.03;
    std::vector<double> figures = result.summary.pass_figures_ns;
    const auto other = std::ranges::find(cases, result.record.compared_with,
                                         [](const auto& each) { return each.record.key.name(); });
    if (other != cases.end() && other->summary.pass_figures_ns.size() == figures.size()) {
        std::transform(figures.begin(), figures.end(), other->summary.pass_figures_ns.begin(),
                       figures.begin(), std::divides<>());
    }
    const double trend = trend_of(figures).value_or(0);
    return std::abs(trend) < least
               ? ""
               : fmt::format("its cost {} by {} from the first passes to the last; give more time",
                             trend < 0 ? "fell" : "grew", percent_text(std::abs(trend)));
}

std::string disagreement(const measure::case_result& result) {
    const measure::closure& check = result.summary.check;
    return fmt::format(
        "a second method, which times groups of 1 to 32 operations, gives {}, {} "
        "{}{}; do not rely on smaller differences",
        time_text(check.slope_ns.value), percent_text(std::abs(check.difference)),
        check.difference < 0 ? "less" : "more",
        check.interrupts_share > 0 // else the share is not known
            ? fmt::format(" (interrupts explain {})", percent_text(check.interrupts_share))
            : "");
}

} // namespace

std::vector<std::string>
case_remarks(const std::vector<measure::case_result>& cases,
             const std::function<std::string(const measure::case_key&)>& name) {
    std::vector<std::string> lines;
    // Events are left out: their case chooses their size.
    std::map<std::string, std::vector<std::string>> divided;
    for (const measure::case_result& result : cases) {
        const auto& [record, summary] = result;
        const auto say = [&, &key = record.key](bool applies, const std::string& text) {
            if (applies) {
                lines.push_back(fmt::format("{}: {}", name(key), text));
            }
        };
        const bool of_events = record.valued_by == measure::method::single_events;
        if (record.valued_by == measure::method::self_timed) {
            const std::string trend = trend_text(result, cases);
            say(!trend.empty(), trend);
        }
        say(summary.check.disagrees, disagreement(result));
        say(record.repeated != 0,
            fmt::format("{} of its events {} repeated, because the machine delayed the thread "
                        "that starts them",
                        record.repeated, record.repeated == 1 ? "was" : "were"));
        say(of_events && summary.early != 0,
            summary.early == 1 ? "1 event was early; the percentiles leave it out"
                               : fmt::format("{} events were early; the percentiles leave them out",
                                             summary.early));
        say(summary.off_scale != 0,
            fmt::format("{} beyond the histogram's range",
                        summary.off_scale == 1 ? "1 sample is"
                                               : fmt::format("{} samples are", summary.off_scale)));
        if (summary.units_per_operation > 1 && summary.rounds != 0 && !of_events) {
            divided[fmt::format("{:.5g}", summary.units_per_operation)].push_back(name(record.key));
        }
    }
    for (const auto& [divisor, names] : divided) {
        const bool alone = names.size() == 1;
        lines.push_back(
            fmt::format("{}{} {} units in each step; the cost is for one unit", names.front(),
                        alone ? ": its loop counts"
                              : fmt::format(" and {} more: their loops count", names.size() - 1),
                        divisor));
    }
    return lines;
}

} // namespace tollgate::report
