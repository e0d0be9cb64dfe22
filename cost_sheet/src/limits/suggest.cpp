// SPDX-License-Identifier: BSL-1.0
#include "limits/limits.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tollgate::cost_sheet {
namespace {

/// With 99 % confidence a further run is below: the share of runs that break such a limit by
/// chance.
constexpr double prediction = 0.98; // both sides
/// A single run says nothing of the scatter between runs.
constexpr double factor_of_one_run = 2;
constexpr double margin = 1.1;
/// A limit that is so many times the figure would tell nothing.
constexpr double most_times = 10;

/// Rounded up to two digits: "150 us".
std::string readable(double ns) {
    const double step = std::pow(10, std::floor(std::log10(ns)) - 1);
    const double rounded = std::ceil(ns / step - 1e-9) * step;
    constexpr std::pair<double, const char*> units[] = {
        {1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {0, "ns"}};
    const auto* unit =
        std::ranges::find_if(units, [&](const auto& each) { return rounded >= each.first; });
    return fmt::format("{:.6g} {}", rounded / (unit->first > 0 ? unit->first : 1), unit->second);
}

/// The upper end that a further run of the same machine stays below.
std::optional<double> upper_end(const std::vector<const case_row*>& runs,
                                const limited_figure& figure) {
    const auto together = figure_of_runs(runs, figure);
    if (!together || !(together->range->high > 0)) {
        return std::nullopt;
    }
    std::vector<double> logs;
    for (const case_row* row : runs) {
        if (const auto one = figure_of_runs({row}, figure); one && one->range->high > 0) {
            logs.push_back(std::log(one->range->high)); // the end that is compared with the limit
        }
    }
    const auto count = static_cast<double>(logs.size());
    const double next =
        count < 2
            ? factor_of_one_run * together->range->high
            : margin * std::exp(stats::mean(logs) + stats::student_quantile(prediction, count - 1) *
                                                        stats::standard_deviation(logs) *
                                                        std::sqrt(1 + 1 / count));
    const double end = std::max(next, margin * together->range->high);
    return end <= most_times * together->value ? std::optional(end) : std::nullopt;
}

std::string toml_text(std::string text) {
    boost::replace_all(text, "\\", "\\\\");
    boost::replace_all(text, "\"", "\\\"");
    return "\"" + text + "\"";
}

} // namespace

std::string suggested_limits(const results& all) {
    std::map<std::string, std::vector<const case_row*>> cases;
    std::vector<std::string> names;
    std::size_t most_runs = 0;
    for (const case_row& row : all.cases) {
        if (all.counts(row) && row.left_out.empty()) {
            auto& runs = cases[row.key().name()];
            if (runs.empty()) {
                names.push_back(row.key().name());
            }
            runs.push_back(&row);
            most_runs = std::max(most_runs, runs.size());
        }
    }
    std::string text = fmt::format(
        "# Limits for ./costSheet --limits, from {} of each case.\n"
        "# {}\n",
        count_of(most_runs, "run"),
        most_runs < 2 ? "One run does not show the scatter between runs: each limit is twice the "
                        "upper end of the interval."
                      : "A further run of this machine stays below a limit with a probability of "
                        "99 %, plus a margin of 10 %.");
    for (const std::string& name : names) {
        std::string figures;
        for (const limited_figure& figure : limited_figures()) {
            const bool is_wanted = !figure.percentile || figure.name == "p99";
            if (const auto end = is_wanted ? upper_end(cases[name], figure) : std::nullopt) {
                figures += fmt::format("{} = \"{}\"\n", figure.name, readable(*end));
            }
        }
        if (figures.empty()) {
            text +=
                fmt::format("\n# {}: it scatters too much for a limit\n", report::printable(name));
        } else {
            text += fmt::format("\n[[limit]]\ncase = {}\n{}", toml_text(report::printable(name)),
                                figures);
        }
    }
    return text;
}

} // namespace tollgate::cost_sheet
