// SPDX-License-Identifier: BSL-1.0
#include "page/sections.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using measure::estimate;

/// The text's lines as markup; empty for an empty text.
std::string block(const char* begin, const std::string& text, const char* end) {
    std::string lines;
    std::istringstream from(text);
    for (std::string line; std::getline(from, line) && lines.size() < 20'000;) {
        lines += markup(line, 1'000) + "\n";
    }
    return lines.empty() ? lines : begin + lines + end;
}

/// A bar from 0 to the value, with a line over its interval.
std::string bar(const estimate& amount, double most_ns) {
    const auto place = [&](double ns) {
        const double percent = 100 * ns / most_ns;
        return std::isfinite(percent) ? std::clamp(percent, 0.0, 100.0) : 0;
    };
    const stats::interval range =
        amount.range.value_or(stats::interval{amount.value, amount.value, 0});
    return fmt::format(
        "<svg class=part viewBox=\"0 0 100 8\" preserveAspectRatio=none aria-hidden=true>"
        "<rect width=\"{:.1f}\" height=8 /><path d=\"M{:.1f} 4H{:.1f}\" /></svg>",
        place(amount.value), place(range.low), place(range.high));
}

/// The cost, the effect of each confirmed change, the remaining cost, and the whole cost of each
/// alternative.
std::string bars(const explain::explanation& all) {
    constexpr std::size_t most_rows = 12;
    std::vector<std::string> rows;
    std::vector<std::string> instead;
    const double most_ns = all.cost_ns.range ? all.cost_ns.range->high : all.cost_ns.value;
    const auto add = [&](auto& to, const std::string& name, const estimate& amount) {
        to.push_back(table_row({name, bar(amount, most_ns), markup(report::amount_text(amount))}));
    };
    add(rows, "costs", all.cost_ns);
    for (const explain::change& each : all.changes) {
        if (each.is_confirmed() && each.takes_off_ns.value > 0 &&
            rows.size() + instead.size() < most_rows) {
            const std::string name = markup(each.name, 80);
            each.is_alternative ? add(instead, name, each.costs_ns)
                                : add(rows, "− " + name, each.takes_off_ns);
        }
    }
    if (all.together) {
        add(rows, "− together", all.together->takes_off_ns);
    }
    if (all.left_ns) {
        add(rows, "left", *all.left_ns);
    }
    return table({"change", "effect and interval", "amount"},
                 fmt::format("{}", fmt::join(rows, ""))) +
           (instead.empty() ? ""
                            : table({"instead", "whole cost and interval", "cost"},
                                    fmt::format("{}", fmt::join(instead, ""))));
}

} // namespace

std::string explained_section(const results& all, std::size_t most_bytes) {
    bounded_pieces pieces(most_bytes);
    for (const result_file* file : all.explained()) {
        const explain::explanation& shown = *file->explanation;
        pieces.add(fmt::format(
            "<div class=why-it-costs>\n<h3>{} <small>{}</small></h3>\n{}{}{}</div>\n",
            markup(shown.of.name()), markup(file->label),
            block("<pre>", report::explanation_text(shown), "</pre>\n"), bars(shown),
            block("<details><summary>Settings in production, what they cost, and why other "
                  "interventions have no figures</summary><pre>",
                  report::settings_text(shown), "</pre></details>\n")));
    }
    const std::string html = pieces.html() + pieces.left_out("explanations");
    return html.empty() ? html
                        : "<section id=explained>\n<h2>Why does it cost that here?</h2>\n" + html +
                              "</section>\n";
}

} // namespace tollgate::cost_sheet
