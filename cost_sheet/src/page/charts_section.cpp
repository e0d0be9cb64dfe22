// SPDX-License-Identifier: BSL-1.0
// What a cost does over one parameter: a number, which is a sweep, or where the threads were.
#include "page/sections.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <variant>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;
using measure::parameter_value;

bool is_number(const parameter_value& value) {
    return std::holds_alternative<std::uint64_t>(value);
}

/// A number is its own place; placements stand from near to far, what is none of these behind.
double order_of(const parameter_value& value) {
    constexpr std::array<std::string_view, 5> known{"same", "smt", "core", "far", "free"};
    const auto* number = std::get_if<std::uint64_t>(&value);
    return number != nullptr ? static_cast<double>(*number)
                             : static_cast<double>(std::find(known.begin(), known.end(),
                                                             std::get<std::string>(value)) -
                                                   known.begin());
}

/// Cases of one file that differ in one parameter alone, each with its value of that.
struct case_line {
    measure::case_key rest; ///< without that parameter
    std::string title;      ///< of its chart
    std::vector<std::pair<parameter_value, std::size_t>> points;

    /// The case, or null.
    [[nodiscard]] const case_row* find(const results& all, const parameter_value& value) const {
        const auto at = std::find_if(points.begin(), points.end(),
                                     [&](const auto& point) { return point.first == value; });
        return at == points.end() ? nullptr : &all.cases[at->second];
    }
};

/// In the order of files, programs, parameters and names.
std::vector<case_line> lines_of(const results& all, bool sweeps) {
    std::map<std::tuple<std::size_t, std::string, std::string, std::string>, case_line> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const measure::case_key& key = all.cases[i].key();
        const std::string program(key.program());
        for (const measure::parameter& each : key.parameters()) {
            if (sweeps ? is_number(each.value) && !each.name.empty() : each.name == "placement") {
                const measure::case_key rest = key.without(each.name);
                case_line& line = found[{all.cases[i].file, program, each.name, rest.name()}];
                line.rest = rest;
                line.title = sweeps ? rest.path() + " over " + each.name : program;
                line.points.emplace_back(each.value, i);
            }
        }
    }
    std::vector<case_line> lines;
    for (auto& [key, line] : found) {
        if (line.points.size() >= (sweeps ? 3U : 2U)) {
            std::stable_sort(line.points.begin(), line.points.end(), [](auto& a, auto& b) {
                return order_of(a.first) < order_of(b.first);
            });
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

/// Lines that are drawn together, and the values that any of them has.
struct line_chart {
    std::vector<case_line> lines;
    std::vector<parameter_value> columns;
};

std::vector<line_chart> charts_of(std::vector<case_line> lines, std::size_t most_in_chart) {
    constexpr std::size_t most_placements = 8;
    std::vector<line_chart> charts;
    for (case_line& line : lines) {
        auto chart = std::find_if(charts.begin(), charts.end(), [&](const line_chart& each) {
            return each.lines.front().title == line.title && each.lines.size() < most_in_chart;
        });
        if (chart == charts.end()) {
            chart = charts.insert(charts.end(), line_chart{});
        }
        for (const auto& [value, of] : line.points) {
            if (std::count(chart->columns.begin(), chart->columns.end(), value) == 0 &&
                (is_number(value) || chart->columns.size() < most_placements)) {
                chart->columns.push_back(value);
            }
        }
        chart->lines.push_back(std::move(line));
    }
    for (line_chart& chart : charts) {
        std::stable_sort(chart.columns.begin(), chart.columns.end(),
                         [](auto& a, auto& b) { return order_of(a) < order_of(b); });
    }
    return charts;
}

std::string swatch(std::size_t colour) {
    return fmt::format("<span class=\"swatch s{}\"></span>", colour);
}

/// A row a line, a column a value of the parameter. Of a sweep the rows have colours, else the
/// columns; those of placements that are met most are easiest told apart.
std::string table_of(const results& all, const file_labels& labels, const line_chart& chart) {
    constexpr std::array<std::size_t, 6> colours{0, 4, 2, 3, 1, 5};
    const bool sweep = is_number(chart.columns.front());
    std::vector<std::string> titles{"ns"};
    for (const parameter_value& value : chart.columns) {
        titles.push_back(sweep ? fmt::format("{:.6g}", order_of(value))
                               : swatch(colours.at(static_cast<std::size_t>(order_of(value)))) +
                                     markup(measure::to_string(value)));
    }
    std::string rows;
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const case_line& line = chart.lines[i];
        std::vector<std::string> cells{(sweep ? swatch(i) : "") + markup(line.rest.name()) +
                                       labels.after(all.cases[line.points.front().second])};
        for (const parameter_value& value : chart.columns) {
            const case_row* one = line.find(all, value);
            cells.push_back(one == nullptr ? "–" : ns_figure(one->ns()));
        }
        rows += table_row(cells);
    }
    return table("key", titles, rows);
}

/// `[[x, ns, low, high], ...]` a line of a sweep, else `[ns or null, ...]`, one a column.
std::string data_of(const results& all, const line_chart& chart) {
    json lines = json::array();
    for (const case_line& line : chart.lines) {
        json& values = lines.emplace_back(json::array());
        for (const parameter_value& value : chart.columns) {
            const case_row* one = line.find(all, value);
            if (!is_number(value)) {
                values.push_back(one == nullptr ? json() : short_number(one->ns()));
            } else if (one != nullptr) {
                values.push_back({std::get<std::uint64_t>(value), short_number(one->ns())});
                if (const auto& range = one->cost.ns.range) {
                    values.back().push_back(short_number(range->low));
                    values.back().push_back(short_number(range->high));
                }
            }
        }
    }
    return script_json(lines);
}

section charts_section(const results& all, const std::string& kind, std::size_t most_in_chart,
                       std::size_t most_bytes, const std::string& head) {
    const bool sweeps = kind == "sweep";
    const file_labels labels(all);
    bounded_pieces pieces(most_bytes);
    for (const line_chart& one : charts_of(lines_of(all, sweeps), most_in_chart)) {
        const std::string& title = one.lines.front().title;
        pieces.add("<div data-filtered>\n<h3>" + markup(title) + "</h3>\n" +
                       chart(kind, pieces.taken(),
                             "Cost of " + title + (sweeps ? "" : " by placement"),
                             table_of(all, labels, one)) +
                       "</div>\n",
                   data_of(all, one));
    }
    return pieces.finish(head, "charts");
}

} // namespace

section sweeps_section(const results& all, std::size_t most_bytes) {
    constexpr std::size_t line_colours = 8; // more are not told apart
    return charts_section(all, "sweep", line_colours, most_bytes,
                          "<section id=sweeps>\n<h2>Sweeps</h2>\n<p>Cases that differ in one "
                          "number alone. Both axes are logarithmic where all values are above "
                          "zero.</p>\n");
}

section placement_section(const results& all, std::size_t most_bytes) {
    constexpr std::size_t most_rows = 24; // more are too tall to be taken in
    return charts_section(
        all, "placement", most_rows, most_bytes,
        "<section id=placement>\n<h2>Placement</h2>\n<p>Cases that differ in where their threads "
        "run: on one CPU (<code>same</code>), on the two hardware threads of a core "
        "(<code>smt</code>), on two cores (<code>core</code>), on another socket or cache "
        "(<code>far</code>), or where the kernel likes (<code>free</code>).</p>\n");
}

} // namespace tollgate::cost_sheet
