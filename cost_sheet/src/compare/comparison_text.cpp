// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace tollgate::cost_sheet {
namespace {

using align = report::markdown_table::align;

constexpr std::array verdicts{"slower", "faster", "=", "no verdict"};

/// The interval of the ratio. If it is too wide to be printed, a claim has its nearer bound.
std::string range_text(const difference& row, double half) {
    return row.visible() ? fmt::format("{} to {}", resolved(row.range->low, half, 4),
                                       resolved(row.range->high, half, 4))
           : row.says == difference::verdict::slower ? "above " + report::ratio_text(row.range->low)
           : row.says == difference::verdict::faster
               ? "below " + report::ratio_text(row.range->high)
               : "-";
}

std::vector<std::string> row_of(const difference& row) {
    constexpr double three_digits = 0.03; // without an interval, or with one that is too wide
    const auto visible = row.visible();
    const double half = visible ? (row.range->high - row.range->low) / 2 : three_digits;
    return {report::printable(row.name),
            resolved(row.old_ns, row.old_ns * half, 2),
            resolved(row.new_ns, row.new_ns * half, 2),
            visible ? resolved(row.ratio, half, 4) : report::ratio_text(row.ratio),
            range_text(row, half),
            verdicts.at(static_cast<std::size_t>(row.says)),
            visible ? report::percent_text(*visible) : "-"};
}

/// The smallest visible difference, half of the interval, is only in a wide table.
std::string table_of(const comparison& found, std::size_t columns) {
    constexpr std::size_t wide = 120;
    std::vector<report::markdown_table::column> heads{
        {"case", align::left}, {"old, ns"},           {"new, ns"},
        {"new / old"},         {"95 % for all rows"}, {"verdict", align::left},
        {"visible from"}};
    heads.resize(heads.size() - (columns < wide ? 1 : 0));
    report::markdown_table table(heads);
    bool has_equal = false;
    for (const difference& row : found.rows) {
        std::vector<std::string> cells = row_of(row);
        cells.resize(heads.size());
        table.add_row(std::move(cells));
        has_equal = has_equal || row.says == difference::verdict::no_difference;
    }
    const bool all_are_visible = std::ranges::all_of(
        found.rows, [](const difference& row) { return row.visible().has_value(); });
    return table.empty()
               ? std::string{}
               : table.str(columns) + "\n" + (has_equal ? "=: no significant difference.\n" : "") +
                     (all_are_visible ? ""
                                      : "-: there is no interval, or even twice the cost "
                                        "would not be visible.\n");
}

/// One line: "the median row × 1.50 ± 0.02, pair by pair".
std::string movement_text(const movement& moved) {
    const bool is_median_row = moved.program.empty();
    const std::string subject = is_median_row
                                    ? "the median row"
                                    : report::printable(moved.program) + ": the reference loops";
    const double ratio = std::exp((moved.logs.low + moved.logs.high) / 2);
    const double half = ratio * std::sinh(moved.logs.half_width());
    if (!(half <= ratio)) {
        return subject + ": their change is unknown\n";
    }
    return fmt::format("{} × {} ± {}{}\n", subject, resolved(ratio, half, 4),
                       resolved(half, half, 4), is_median_row ? ", pair by pair" : "");
}

/// The number of each verdict, and each reason for no verdict.
std::string summary_of(const comparison& found) {
    std::string text = fmt::format("{} of {} slower, {} faster, {} without significant difference",
                                   found.count(difference::verdict::slower), found.rows.size(),
                                   found.count(difference::verdict::faster),
                                   found.count(difference::verdict::no_difference));
    if (const std::size_t unknown = found.count(difference::verdict::unknown)) {
        text += fmt::format(", {} without a verdict", unknown);
    }
    text += fmt::format(". {} of {} decide whether they are {} slower.\n", found.deciding_rows(),
                        count_of(found.rows.size(), "row"), share_text(found.share));
    std::map<std::string, std::size_t> reasons;
    for (const difference& row : found.rows) {
        if (row.says == difference::verdict::unknown) {
            ++reasons[row.why];
        }
    }
    for (const auto& [why, rows] : reasons) {
        text += fmt::format("No verdict in {}: {}.\n", count_of(rows, "row"), why);
    }
    for (const std::string& sentence : found.no_verdict) {
        text += "No verdict: " + sentence + ".\n";
    }
    return text;
}

std::string manner_text(const comparison& found) {
    const auto pairs =
        static_cast<std::size_t>(std::ranges::count(found.rows, true, &difference::in_pairs));
    std::string text =
        "old and new are geometric means over passes, or runs; new / old is their ratio. Other "
        "views show medians.\n";
    if (pairs > 0) {
        text += "Interleaved runs: each new run is compared with the old run of the same file "
                "name.\n";
    }
    if (const std::size_t apart = found.rows.size() - pairs) {
        text += fmt::format("{} not interleaved in pairs of one file name: only make compare "
                            "excludes changes of the machine in between.\n",
                            pairs == 0 ? "The two sides are"
                                       : count_of(apart, "row") + (apart == 1 ? " is" : " are"));
    }
    return text;
}

std::string conditions_of(const comparison& found, std::size_t columns) {
    report::markdown_table table({{"conditions that differ", align::left},
                                  {"program", align::left},
                                  {"old", align::left},
                                  {"new", align::left}});
    for (const auto& [program, fact] : found.changed) {
        table.add_row({report::printable(fact.name), report::printable(program),
                       values_text(fact.values[0]), values_text(fact.values[1])});
    }
    return table.empty() ? std::string{} : "\n" + table.str(columns);
}

std::string side_text(const char* title, const side& loaded) {
    const run_list runs = loaded.runs();
    std::string text = fmt::format("{}: {}, {}", title, report::printable(loaded.operand),
                                   count_of(runs.size(), "run"));
    std::map<std::int64_t, std::string> dates;
    for (const result_file* run : runs) {
        if (const auto seconds = seconds_of(run->about.date)) {
            dates.emplace(*seconds, report::printable(run->about.date));
        }
    }
    return text + (dates.empty() ? "" : ", " + dates.begin()->second) +
           (dates.size() > 1 ? " to " + dates.rbegin()->second : "") + "\n";
}

} // namespace

std::string values_text(const std::vector<std::string>& values) {
    constexpr std::size_t most = 4;
    std::string text = values.empty() ? "-" : "";
    for (std::size_t i = 0; i < std::min(values.size(), most); ++i) {
        text += (i == 0 ? "" : "; ") + (values[i].empty() ? "none" : report::printable(values[i]));
    }
    return values.size() > most ? fmt::format("{}; {} more", text, values.size() - most) : text;
}

std::string list_text(const char* title, const std::vector<std::string>& names) {
    std::string text = names.empty() ? "" : fmt::format("\n{}", title);
    for (const std::string& name : names) {
        text += "\n- " + report::printable(name);
    }
    return names.empty() ? text : text + "\n";
}

std::string share_text(double share) {
    return fmt::format("{:.6g} %", 100 * share);
}

std::string resolved(double value, double uncertainty, int most) {
    int place = -most; // the power of ten of the last digit
    if (std::isfinite(uncertainty) && uncertainty > 0) {
        place = std::max(place, static_cast<int>(std::floor(std::log10(uncertainty / 3))));
    }
    // The first digit is always shown.
    if (std::isfinite(value) && value != 0) {
        place = std::min(place, static_cast<int>(std::floor(std::log10(std::abs(value)))));
    }
    if (std::abs(value) >= 1e15 || (value != 0 && std::abs(value) < 1e-9)) {
        return fmt::format("{:.3g}", value); // not hundreds of digits
    }
    if (place <= 0) {
        return fmt::format("{:.{}f}", value, std::clamp(-place, 0, 9));
    }
    const double unit = std::pow(10.0, place);
    return fmt::format("{:.0f}", std::round(value / unit) * unit);
}

std::string comparison_text(const comparison& found, const side& before, const side& after,
                            std::size_t columns) {
    std::string text =
        side_text("old", before) + side_text("new", after) + "\n" + table_of(found, columns);
    if (!found.rows.empty()) {
        for (const movement& moved : found.movements) {
            text += movement_text(moved);
        }
        text += summary_of(found) + manner_text(found);
    }
    text += list_text("Self-checks failed, these runs are left out:", found.failed_runs);
    text += list_text("Runtimes failed, these cases have no figures:", found.lost);
    text += list_text("Missing from the new runs:", found.missing);
    text += list_text("Only in the new runs:", found.only_new);
    text += conditions_of(found, columns);
    return text + list_text("Note:", found.notes);
}

} // namespace tollgate::cost_sheet
