// SPDX-License-Identifier: BSL-1.0
// Costs over one parameter: a number (a sweep) or the placement of the threads.
#include "page/sections.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <variant>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;

/// The place of a parameter's value among others, and its text. The place of a number is the
/// number. Placements are in order from near to far; unknown ones come last.
using column = std::pair<double, std::string>;

column column_of(const measure::parameter_value& value) {
    constexpr std::array<std::string_view, 6> known{"same", "smt", "core", "mixed", "far", "free"};
    const std::string text = measure::to_string(value);
    const auto* number = std::get_if<std::uint64_t>(&value);
    return {number != nullptr ? static_cast<double>(*number)
                              : static_cast<double>(std::ranges::find(known, text) - known.begin()),
            text};
}

/// Cases of one file that differ in one parameter alone, by its value.
struct case_line {
    measure::case_key key;                ///< without that parameter
    std::string title;                    ///< of its chart
    std::map<column, std::size_t> points; ///< indices into results::cases
};

/// In the order of files, programs, parameters and names.
std::vector<case_line> lines_of(const results& all, bool sweeps) {
    std::map<std::tuple<std::size_t, std::string, std::string, std::string>, case_line> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const case_row& row = all.cases[i];
        const std::string program(row.key().program());
        for (const measure::parameter& each : row.key().parameters()) {
            if (sweeps ? row.key().number(each.name) && !each.name.empty()
                       : each.name == "placement") {
                const measure::case_key key = row.key().without(each.name);
                case_line& line = found[{row.file, program, each.name, key.name()}];
                line.key = key;
                line.title = sweeps ? key.path() + " over " + each.name : program;
                line.points.emplace(column_of(each.value), i);
            }
        }
    }
    std::vector<case_line> lines;
    for (auto& [place, line] : found) {
        if (line.points.size() >= (sweeps ? 3U : 2U)) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

/// Lines in one chart, and all their values.
struct line_chart {
    std::vector<case_line> lines;
    std::set<column> columns;
};

std::vector<line_chart> charts_of(std::vector<case_line> lines, bool sweeps,
                                  std::size_t most_in_chart) {
    constexpr std::size_t most_placements = 8;
    std::vector<line_chart> charts;
    for (case_line& line : lines) {
        auto chart = std::ranges::find_if(charts, [&](const line_chart& each) {
            return each.lines.front().title == line.title && each.lines.size() < most_in_chart;
        });
        if (chart == charts.end()) {
            chart = charts.insert(charts.end(), line_chart{});
        }
        for (const auto& [value, row] : line.points) {
            if (sweeps || chart->columns.size() < most_placements) {
                chart->columns.insert(value);
            }
        }
        chart->lines.push_back(std::move(line));
    }
    return charts;
}

std::string swatch(std::size_t colour) {
    return fmt::format("<span class=\"swatch s{}\"></span>", colour);
}

/// A row for each line, a column for each value of the parameter. The rows of a sweep have colours,
/// else the columns. The most frequent placements have the most distinct colours.
std::string table_of(const results& all, const std::vector<std::string>& labels,
                     const line_chart& chart, bool sweeps) {
    constexpr std::array<std::size_t, 7> colours{0, 4, 2, 6, 3, 1, 5};
    std::vector<std::string> titles{"ns"};
    for (const auto& [place, text] : chart.columns) {
        const double colour = std::min(place, static_cast<double>(colours.size() - 1));
        titles.push_back(sweeps
                             ? fmt::format("{:.6g}", place)
                             : swatch(colours.at(static_cast<std::size_t>(colour))) + markup(text));
    }
    std::string rows;
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const case_line& line = chart.lines[i];
        std::vector<std::string> cells{(sweeps ? swatch(i) : "") + markup(line.key.name()) +
                                       labels[line.points.begin()->second]};
        for (const column& value : chart.columns) {
            const auto point = line.points.find(value);
            cells.push_back(point == line.points.end() ? "–"
                                                       : ns_figure(all.cases[point->second].ns()));
        }
        rows += table_row(cells);
    }
    return table("key", titles, rows);
}

/// For each line of a sweep `[[x, ns, low, high], ...]`, else `[ns or null, ...]` by column.
std::string data_of(const results& all, const line_chart& chart, bool sweeps) {
    json lines = json::array();
    for (const case_line& line : chart.lines) {
        json& values = lines.emplace_back(json::array());
        for (const column& value : chart.columns) {
            const auto point = line.points.find(value);
            const case_row* row = point == line.points.end() ? nullptr : &all.cases[point->second];
            if (!sweeps) {
                values.push_back(row == nullptr ? json() : short_number(row->ns()));
            } else if (row != nullptr) {
                values.push_back({std::stoull(value.second), short_number(row->ns())});
                if (const auto& range = row->cost.ns.range) {
                    values.back().push_back(short_number(range->low));
                    values.back().push_back(short_number(range->high));
                }
            }
        }
    }
    return script_json(lines);
}

section charts_section(const results& all, bool sweeps, std::size_t most_in_chart,
                       std::size_t most_bytes, const std::string& head) {
    const std::vector<std::string> labels = file_labels(all);
    bounded_pieces pieces(most_bytes);
    for (const line_chart& drawn : charts_of(lines_of(all, sweeps), sweeps, most_in_chart)) {
        const std::string& title = drawn.lines.front().title;
        pieces.add("<div data-filtered>\n<h3>" + markup(title) + "</h3>\n" +
                       chart(sweeps ? "sweep" : "placement", pieces.taken(),
                             "Cost of " + title + (sweeps ? "" : " by placement"),
                             table_of(all, labels, drawn, sweeps)) +
                       "</div>\n",
                   data_of(all, drawn, sweeps));
    }
    return pieces.finish(head, "charts");
}

} // namespace

section sweeps_section(const results& all, std::size_t most_bytes) {
    constexpr std::size_t line_colours = 8; // more look alike
    return charts_section(all, true, line_colours, most_bytes,
                          "<section id=sweeps>\n<h2>Sweeps</h2>\n<p>Cases that differ only in "
                          "one number. An axis is logarithmic if all its values are above "
                          "zero.</p>\n");
}

section placement_section(const results& all, std::size_t most_bytes) {
    constexpr std::size_t most_rows = 24; // more are too tall to read
    return charts_section(
        all, false, most_rows, most_bytes,
        "<section id=placement>\n<h2>Placement</h2>\n<p>Cases that differ in the placement of "
        "their "
        "threads: on one CPU (<code>same</code>), on the two hardware threads of a core "
        "(<code>smt</code>), on two cores (<code>core</code>), on cores of two kinds "
        "(<code>mixed</code>), on another socket or cache "
        "(<code>far</code>), or chosen by the kernel (<code>free</code>).</p>\n");
}

} // namespace tollgate::cost_sheet
