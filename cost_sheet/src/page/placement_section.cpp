// SPDX-License-Identifier: BSL-1.0
#include "page/bounded_charts.hpp"
#include "page/file_labels.hpp"
#include "page/markup.hpp"
#include "page/sections.hpp"
#include "sweep.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;

/// A chart with more rows is too tall to be taken in, and more colours are not told apart.
constexpr std::size_t most_placed_cases = 24;
constexpr std::size_t most_placements = 8;

struct placement_chart {
    std::string program;
    std::vector<std::string> placements; ///< the columns
    std::vector<const placement_row*> rows;
};

/// From near to far; what is not one of these comes behind.
std::size_t nearness(const std::string& placement) {
    constexpr std::array<std::string_view, 5> known{"same", "smt", "core", "far", "free"};
    return static_cast<std::size_t>(std::find(known.begin(), known.end(), placement) -
                                    known.begin());
}

/// Number of a colour; those met most are easiest told apart.
std::size_t colour_of(const std::string& placement) {
    constexpr std::array<std::size_t, 6> colour_of{0, 4, 2, 3, 1, 5};
    return colour_of.at(nearness(placement));
}

void add_placements(const placement_row& row, std::vector<std::string>& to) {
    for (const auto& bar : row.bars) {
        if (std::find(to.begin(), to.end(), bar.placement) == to.end()) {
            to.push_back(bar.placement);
        }
    }
    std::stable_sort(to.begin(), to.end(), [](const std::string& a, const std::string& b) {
        return nearness(a) < nearness(b);
    });
    to.resize(std::min(to.size(), most_placements));
}

std::vector<placement_chart> charts_of(const std::vector<placement_row>& rows) {
    std::vector<placement_chart> charts;
    for (const placement_row& row : rows) {
        const std::string program(row.of_all.program());
        const auto room = std::find_if(charts.begin(), charts.end(), [&](const auto& chart) {
            return chart.program == program && chart.rows.size() < most_placed_cases;
        });
        placement_chart& chart =
            room != charts.end() ? *room : charts.emplace_back(placement_chart{program, {}, {}});
        chart.rows.push_back(&row);
        add_placements(row, chart.placements);
    }
    return charts;
}

const sheet_case* find_bar(const sheet& all, const placement_row& row,
                           const std::string& placement) {
    const auto bar = std::find_if(row.bars.begin(), row.bars.end(),
                                  [&](const auto& one) { return one.placement == placement; });
    return bar == row.bars.end() ? nullptr : &all.cases[bar->of];
}

std::string table_of(const sheet& all, const file_labels& labels, const placement_chart& chart) {
    std::string table = "<div class=scroll><table class=key><thead><tr><th scope=col>ns</th>";
    for (const std::string& placement : chart.placements) {
        table += fmt::format("<th scope=col><span class=\"swatch s{}\"></span>{}</th>",
                             colour_of(placement), markup(placement));
    }
    table += "</tr></thead><tbody>\n";
    for (const placement_row* row : chart.rows) {
        table += fmt::format("<tr><th scope=row>{}{}</th>", markup(row->of_all.name()),
                             labels.after(all.cases[row->bars.front().of]));
        for (const std::string& placement : chart.placements) {
            const sheet_case* bar = find_bar(all, *row, placement);
            table += fmt::format("<td>{}</td>", bar ? ns_figure(bar->value_ns) : "–");
        }
        table += "</tr>\n";
    }
    return table + "</tbody></table></div>\n";
}

std::string data_of(const sheet& all, const placement_chart& chart) {
    json rows = json::array();
    for (const placement_row* row : chart.rows) {
        json bars = json::array();
        for (const std::string& placement : chart.placements) {
            const sheet_case* bar = find_bar(all, *row, placement);
            bars.push_back(bar ? short_number(bar->value_ns) : json());
        }
        rows.push_back(std::move(bars));
    }
    return script_json(rows);
}

} // namespace

section placement_section(const sheet& all, std::size_t most_bytes) {
    const file_labels labels(all);
    const std::vector<placement_row> rows = find_placements(all);
    bounded_charts charts(most_bytes);
    std::size_t left_out = 0;
    for (const placement_chart& one : charts_of(rows)) {
        const std::string figure =
            chart("placement", charts.shown(), "Cost of " + one.program + " by placement",
                  table_of(all, labels, one));
        if (left_out != 0 || !charts.add(markup(one.program), figure, data_of(all, one))) {
            left_out += one.rows.size();
        }
    }
    return charts.finish(
        "<section id=placement>\n<h2>Placement</h2>\n<p>Cases that differ in where their threads "
        "run: on one CPU (<code>same</code>), on the two hardware threads of a core "
        "(<code>smt</code>), on two cores (<code>core</code>), on another socket or cache "
        "(<code>far</code>), or where the kernel likes (<code>free</code>).</p>\n",
        left_out, "rows");
}

} // namespace tollgate::cost_sheet
