// SPDX-License-Identifier: BSL-1.0
#include "compare/difference_text.hpp"

#include "compare/common_text.hpp"
#include "compare/resolved.hpp"
#include "printable.hpp"

#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::cost_sheet {
namespace {

using align = report::markdown_table::align;
using manner = difference::manner;
using verdict = difference::verdict;

/// Of a claim whose interval is wider than any that is printed, the end that the claim rests on.
std::string wide_range_text(const difference& row) {
    switch (row.says) {
    case verdict::slower:
        return "above " + report::ratio_text(row.range->low);
    case verdict::faster:
        return "below " + report::ratio_text(row.range->high);
    default:
        return "-";
    }
}

std::vector<std::string> row_of(const difference& row) {
    const std::string name = printable(row.name);
    const auto visible = row.visible();
    if (!visible) {
        return {name,
                report::ns_text(row.old_ns),
                report::ns_text(row.new_ns),
                report::ratio_text(row.ratio),
                wide_range_text(row),
                to_string(row.says),
                "-"};
    }
    const double half = (row.range->high - row.range->low) / 2;
    return {name,
            resolved(row.old_ns, row.old_ns * half, 2),
            resolved(row.new_ns, row.new_ns * half, 2),
            resolved(row.ratio, half, 4),
            fmt::format("{} to {}", resolved(row.range->low, half, 4),
                        resolved(row.range->high, half, 4)),
            to_string(row.says),
            report::percent_text(*visible)};
}

bool any_made(const comparison& found, manner how) {
    return std::any_of(found.rows.begin(), found.rows.end(),
                       [&](const difference& row) { return row.made == how; });
}

std::string table_of(const comparison& found) {
    const bool apart = any_made(found, manner::one_after_the_other);
    report::markdown_table table({{"case", align::left},
                                  {"old, ns"},
                                  {"new, ns"},
                                  {"new / old"},
                                  {apart ? "95 %, less what all did" : "95 % for all rows"},
                                  {"", align::left},
                                  {"visible from"}});
    for (const difference& row : found.rows) {
        table.add_row(row_of(row));
    }
    return table.empty() ? std::string{} : table.str() + "\n";
}

std::size_t count(const comparison& found, verdict one) {
    return static_cast<std::size_t>(
        std::count_if(found.rows.begin(), found.rows.end(),
                      [&](const difference& row) { return row.says == one; }));
}

std::string counted(std::size_t number, const char* one, const char* many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string summary_of(const comparison& found, double wanted) {
    std::string text = fmt::format("{} of {} slower, {} faster, {}", count(found, verdict::slower),
                                   found.rows.size(), count(found, verdict::faster),
                                   counted(count(found, verdict::tie), "tie", "ties"));
    if (const std::size_t unknown = count(found, verdict::unknown)) {
        text += fmt::format(", {} without a verdict", unknown);
    }
    return text + fmt::format(". {} of {} could have shown {}.\n", found.could_have_shown(wanted),
                              counted(found.rows.size(), "row", "rows"), share_text(wanted));
}

/// Each reason once, with the number of rows it holds for.
std::string reasons_of(const comparison& found) {
    std::vector<std::pair<std::string, std::size_t>> reasons;
    for (const difference& row : found.rows) {
        if (row.why.empty()) {
            continue;
        }
        const auto known = std::find_if(reasons.begin(), reasons.end(),
                                        [&](const auto& one) { return one.first == row.why; });
        if (known == reasons.end()) {
            reasons.emplace_back(row.why, 1);
        } else {
            ++known->second;
        }
    }
    std::string text;
    for (const auto& [why, rows] : reasons) {
        text += fmt::format("No verdict in {}: {}.\n", counted(rows, "row", "rows"), why);
    }
    return text;
}

std::string pairs_text(const comparison& found) {
    std::size_t pairs = 0;
    for (const difference& row : found.rows) {
        if (row.made == manner::interleaved) {
            pairs = std::max(pairs, std::min(row.old_runs, row.new_runs));
        }
    }
    return fmt::format(
        "Interleaved runs, up to {} pairs: each new run is compared with the old one "
        "beside it in time.\n",
        pairs);
}

std::string manner_text(const comparison& found) {
    std::string text;
    if (any_made(found, manner::interleaved)) {
        text += pairs_text(found);
    }
    const auto apart = static_cast<std::size_t>(
        std::count_if(found.rows.begin(), found.rows.end(), [](const difference& row) {
            return row.made == manner::one_after_the_other;
        }));
    if (apart > 0) {
        text += fmt::format("{} measured one after the other: that cannot tell a drift of the "
                            "whole machine from a change of all rows, so each row is judged by how "
                            "far it moved from the median row. Interleaved runs can: make "
                            "compare.\n",
                            apart == found.rows.size() ? std::string("The two sides were")
                                                       : counted(apart, "row was", "rows were"));
    }
    return text;
}

std::string list_text(const char* title, const std::vector<std::string>& names) {
    if (names.empty()) {
        return {};
    }
    std::string text = title;
    for (const std::string& name : names) {
        text += "\n- " + printable(name);
    }
    return text + "\n";
}

std::string cell_of(const std::vector<std::string>& values) {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(values.size(), most); ++i) {
        const std::string value = printable(values[i]);
        text += (i == 0 ? "" : "; ") + (value.empty() ? "none" : value);
    }
    return values.size() > most ? text + fmt::format("; {} more", values.size() - most) : text;
}

std::string conditions_of(const comparison& found) {
    if (found.changed.empty()) {
        return {};
    }
    report::markdown_table table({{"conditions that differ", align::left},
                                  {"program", align::left},
                                  {"old", align::left},
                                  {"new", align::left}});
    for (const changed_fact& one : found.changed) {
        table.add_row({printable(one.fact.name), printable(one.program),
                       cell_of(one.fact.values[0]), cell_of(one.fact.values[1])});
    }
    return "\n" + table.str();
}

std::string side_text(const char* title, const side& one) {
    std::string text = fmt::format("{}: {}, {}", title, printable(one.operand),
                                   counted(one.runs.size(), "run", "runs"));
    std::vector<const measured_run*> dated;
    for (const measured_run& each : one.runs) {
        if (each.date_s) {
            dated.push_back(&each);
        }
    }
    if (!dated.empty()) {
        const auto [first, last] = std::minmax_element(
            dated.begin(), dated.end(),
            [](const measured_run* a, const measured_run* b) { return *a->date_s < *b->date_s; });
        text += ", " + printable((*first)->date_text);
        if (*(*first)->date_s != *(*last)->date_s) {
            text += " to " + printable((*last)->date_text);
        }
    }
    return text + "\n";
}

} // namespace

std::string share_text(double share) {
    return fmt::format("{:.6g} %", 100 * share);
}

std::string comparison_text(const comparison& found, const side& before, const side& after,
                            double wanted) {
    std::string text = side_text("old", before) + side_text("new", after) + "\n" + table_of(found);
    if (!found.rows.empty()) {
        for (const common_movement& one : found.common) {
            text += common_text(one);
        }
        text += summary_of(found, wanted) + reasons_of(found) + manner_text(found);
    }
    text += list_text("\nProofs of work failed, these runs are left out:", found.unproven);
    text += list_text("\nGuests failed, these cases have no figures:", found.lost);
    text += list_text("\nIn the old ones only:", found.only_old);
    text += list_text("\nIn the new ones only:", found.only_new);
    text += conditions_of(found);
    return text + list_text("\nNote:", found.warnings);
}

} // namespace tollgate::cost_sheet
