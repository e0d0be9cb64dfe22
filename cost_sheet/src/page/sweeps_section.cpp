// SPDX-License-Identifier: BSL-1.0
#include "page/bounded_charts.hpp"
#include "page/file_labels.hpp"
#include "page/markup.hpp"
#include "page/sections.hpp"
#include "sweep.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;

/// More lines than there are colours to tell apart go into a chart of their own.
constexpr std::size_t line_colours = 8;

struct sweep_chart {
    std::string title; ///< "fiber/yield over fibers"
    std::vector<const sweep_line*> lines;
};

std::vector<sweep_chart> charts_of(const std::vector<sweep>& sweeps) {
    std::vector<sweep_chart> charts;
    for (const sweep& one : sweeps) {
        const std::size_t first = charts.size();
        for (const sweep_line& line : one.lines) {
            const std::string title = line.of_all.path() + " over " + one.over;
            const auto room =
                std::find_if(charts.begin() + static_cast<std::ptrdiff_t>(first), charts.end(),
                             [&](const sweep_chart& chart) {
                                 return chart.title == title && chart.lines.size() < line_colours;
                             });
            if (room == charts.end()) {
                charts.push_back({title, {&line}});
            } else {
                room->lines.push_back(&line);
            }
        }
    }
    return charts;
}

/// A row a line, a column a number that any of them has.
std::string table_of(const sheet& all, const file_labels& labels, const sweep_chart& chart) {
    std::set<double> numbers;
    std::vector<std::map<double, std::size_t>> cases(chart.lines.size());
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        for (const auto& point : chart.lines[i]->points) {
            numbers.insert(point.x);
            cases[i].emplace(point.x, point.of);
        }
    }
    std::string table = "<div class=scroll><table class=key><thead><tr><th scope=col>ns</th>";
    for (const double x : numbers) {
        table += fmt::format("<th scope=col>{:.6g}</th>", x);
    }
    table += "</tr></thead><tbody>\n";
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const sweep_line& line = *chart.lines[i];
        table += fmt::format("<tr><th scope=row><span class=\"swatch s{}\"></span>{}{}</th>", i,
                             markup(line.of_all.name()),
                             labels.after(all.cases[line.points.front().of]));
        for (const double x : numbers) {
            const auto at = cases[i].find(x);
            table +=
                fmt::format("<td>{}</td>",
                            at == cases[i].end() ? "–" : ns_figure(all.cases[at->second].value_ns));
        }
        table += "</tr>\n";
    }
    return table + "</tbody></table></div>\n";
}

std::string data_of(const sheet& all, const sweep_chart& chart) {
    json lines = json::array();
    for (const sweep_line* line : chart.lines) {
        json points = json::array();
        for (const auto& point : line->points) {
            const sheet_case& one = all.cases[point.of];
            json values = {short_number(point.x), short_number(one.value_ns)};
            if (one.range) {
                values.push_back(short_number(one.range->low));
                values.push_back(short_number(one.range->high));
            }
            points.push_back(std::move(values));
        }
        lines.push_back(std::move(points));
    }
    return script_json(lines);
}

} // namespace

section sweeps_section(const sheet& all, std::size_t most_bytes) {
    const file_labels labels(all);
    const std::vector<sweep> sweeps = find_sweeps(all);
    bounded_charts charts(most_bytes);
    std::size_t left_out = 0;
    for (const sweep_chart& one : charts_of(sweeps)) {
        const std::string figure =
            chart("sweep", charts.shown(), "Cost of " + one.title, table_of(all, labels, one));
        if (left_out != 0 || !charts.add(markup(one.title), figure, data_of(all, one))) {
            ++left_out;
        }
    }
    return charts.finish("<section id=sweeps>\n<h2>Sweeps</h2>\n<p>Cases that differ in one "
                         "number alone. Both axes are logarithmic where all values are above "
                         "zero.</p>\n",
                         left_out, "sweeps");
}

} // namespace tollgate::cost_sheet
