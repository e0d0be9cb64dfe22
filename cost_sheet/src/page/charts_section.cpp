// SPDX-License-Identifier: BSL-1.0
// What a cost does over one parameter: a number, or where the threads were.
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

/// Cases of one file that differ in one parameter alone.
struct case_line {
    measure::case_key rest; ///< without that parameter
    std::string over;       ///< the parameter
    std::vector<std::pair<measure::parameter_value, std::size_t>> points; ///< to a case each

    [[nodiscard]] const std::size_t* find(const measure::parameter_value& value) const {
        const auto at = std::find_if(points.begin(), points.end(),
                                     [&](const auto& point) { return point.first == value; });
        return at == points.end() ? nullptr : &at->second;
    }
};

/// In the order of programs, parameters, files and names. `wanted` says which parameters count.
std::vector<case_line> lines_of(const sheet& all, bool (*wanted)(const measure::parameter&),
                                std::size_t fewest_points) {
    std::map<std::tuple<std::string, std::string, std::size_t, std::string>, case_line> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const measure::case_key& key = all.cases[i].key;
        for (const measure::parameter& each : key.parameters()) {
            if (wanted(each)) {
                const measure::case_key rest = key.without(each.name);
                case_line& line =
                    found[{std::string(key.program()), each.name, all.cases[i].file, rest.name()}];
                line.rest = rest;
                line.over = each.name;
                line.points.emplace_back(each.value, i);
            }
        }
    }
    std::vector<case_line> lines;
    for (auto& [key, line] : found) {
        if (line.points.size() >= fewest_points) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

/// Lines that are drawn together.
struct line_chart {
    std::string title;
    std::vector<case_line> lines;
    std::vector<measure::parameter_value> columns; ///< that any of the lines has
};

std::vector<line_chart> charts_of(std::vector<case_line> lines, std::size_t most_in_chart,
                                  std::string (*title_of)(const case_line&)) {
    std::vector<line_chart> charts;
    for (case_line& line : lines) {
        const std::string title = title_of(line);
        auto chart = std::find_if(charts.begin(), charts.end(), [&](const line_chart& each) {
            return each.title == title && each.lines.size() < most_in_chart;
        });
        if (chart == charts.end()) {
            chart = charts.insert(charts.end(), {title, {}, {}});
        }
        for (const auto& [value, of] : line.points) {
            if (std::find(chart->columns.begin(), chart->columns.end(), value) ==
                chart->columns.end()) {
                chart->columns.push_back(value);
            }
        }
        chart->lines.push_back(std::move(line));
    }
    return charts;
}

std::string swatch(std::size_t colour) {
    return fmt::format("<span class=\"swatch s{}\"></span>", colour);
}

/// A row a line, a column a value of the parameter. Either the rows have colours or the columns.
std::string table_of(const sheet& all, const file_labels& labels, const line_chart& chart,
                     const std::vector<std::string>& titles, bool coloured_rows) {
    std::string rows;
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const case_line& line = chart.lines[i];
        const sheet_case& first = all.cases[line.points.front().second];
        std::vector<std::string> cells{(coloured_rows ? swatch(i) : "") + markup(line.rest.name()) +
                                       labels.after(first)};
        for (const measure::parameter_value& value : chart.columns) {
            const std::size_t* of = line.find(value);
            cells.push_back(of == nullptr ? "–" : ns_figure(all.cases[*of].value_ns));
        }
        rows += table_row(cells);
    }
    return table("key", titles, rows);
}

std::string framed(const std::string& title, const std::string& figure) {
    return "<div data-filtered>\n<h3>" + markup(title) + "</h3>\n" + figure + "</div>\n";
}

bool is_number(const measure::parameter& one) {
    return std::holds_alternative<std::uint64_t>(one.value) && !one.name.empty();
}

/// `[[x, ns, low, high], ...]` a line.
json sweep_data(const sheet& all, const case_line& line) {
    json points = json::array();
    for (const auto& [x, of] : line.points) {
        const sheet_case& one = all.cases[of];
        json point = {std::get<std::uint64_t>(x), short_number(one.value_ns)};
        if (one.range) {
            point.push_back(short_number(one.range->low));
            point.push_back(short_number(one.range->high));
        }
        points.push_back(std::move(point));
    }
    return points;
}

/// From near to far; what is not one of these comes behind.
std::size_t nearness(const measure::parameter_value& placement) {
    constexpr std::array<std::string_view, 5> known{"same", "smt", "core", "far", "free"};
    return static_cast<std::size_t>(
        std::find(known.begin(), known.end(), measure::to_string(placement)) - known.begin());
}

json placement_data(const sheet& all, const line_chart& chart, const case_line& line) {
    json bars = json::array();
    for (const measure::parameter_value& placement : chart.columns) {
        const std::size_t* of = line.find(placement);
        bars.push_back(of == nullptr ? json() : short_number(all.cases[*of].value_ns));
    }
    return bars;
}

} // namespace

section sweeps_section(const sheet& all, std::size_t most_bytes) {
    constexpr std::size_t line_colours = 8; // more are not told apart
    const file_labels labels(all);
    std::vector<case_line> lines = lines_of(all, is_number, 3);
    for (case_line& line : lines) {
        std::sort(line.points.begin(), line.points.end());
    }
    bounded_pieces charts(most_bytes);
    for (line_chart& one : charts_of(std::move(lines), line_colours, [](const case_line& line) {
             return line.rest.path() + " over " + line.over;
         })) {
        std::sort(one.columns.begin(), one.columns.end());
        std::vector<std::string> titles{"ns"};
        for (const measure::parameter_value& x : one.columns) {
            titles.push_back(
                fmt::format("{:.6g}", static_cast<double>(std::get<std::uint64_t>(x))));
        }
        json data = json::array();
        for (const case_line& line : one.lines) {
            data.push_back(sweep_data(all, line));
        }
        charts.add(framed(one.title, chart("sweep", charts.taken(), "Cost of " + one.title,
                                           table_of(all, labels, one, titles, true))),
                   script_json(data));
    }
    return charts.finish("<section id=sweeps>\n<h2>Sweeps</h2>\n<p>Cases that differ in one "
                         "number alone. Both axes are logarithmic where all values are above "
                         "zero.</p>\n",
                         "sweeps");
}

section placement_section(const sheet& all, std::size_t most_bytes) {
    constexpr std::size_t most_rows = 24; // more are too tall to be taken in
    constexpr std::size_t most_placements = 8;
    constexpr std::array<std::size_t, 6> colours{0, 4, 2, 3, 1, 5}; // met most, told apart best
    const file_labels labels(all);
    std::vector<case_line> lines = lines_of(
        all, [](const measure::parameter& one) { return one.name == "placement"; }, 2);
    std::stable_sort(lines.begin(), lines.end(), [&](const case_line& a, const case_line& b) {
        return all.cases[a.points[0].second].file < all.cases[b.points[0].second].file;
    });
    bounded_pieces charts(most_bytes);
    for (line_chart& one : charts_of(std::move(lines), most_rows, [](const case_line& line) {
             return std::string(line.rest.program());
         })) {
        std::stable_sort(one.columns.begin(), one.columns.end(),
                         [](const auto& a, const auto& b) { return nearness(a) < nearness(b); });
        one.columns.resize(std::min(one.columns.size(), most_placements));
        std::vector<std::string> titles{"ns"};
        for (const measure::parameter_value& placement : one.columns) {
            titles.push_back(swatch(colours.at(nearness(placement))) +
                             markup(measure::to_string(placement)));
        }
        json data = json::array();
        for (const case_line& line : one.lines) {
            data.push_back(placement_data(all, one, line));
        }
        charts.add(framed(one.title, chart("placement", charts.taken(),
                                           "Cost of " + one.title + " by placement",
                                           table_of(all, labels, one, titles, false))),
                   script_json(data), one.lines.size());
    }
    return charts.finish(
        "<section id=placement>\n<h2>Placement</h2>\n<p>Cases that differ in where their threads "
        "run: on one CPU (<code>same</code>), on the two hardware threads of a core "
        "(<code>smt</code>), on two cores (<code>core</code>), on another socket or cache "
        "(<code>far</code>), or where the kernel likes (<code>free</code>).</p>\n",
        "rows");
}

} // namespace tollgate::cost_sheet
