// SPDX-License-Identifier: BSL-1.0
#include "history/history.hpp"

#include "page/sections.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;

/// A logarithm relative to the first level, times 100.
json relative(double log, double first) {
    return std::round(1e4 * (log - first)) / 100;
}

/// The chart of a case, see page/history.js. `texts` are its changes.
json chart_of(const history_case& shown, const stats::level_history& judged,
              const std::vector<std::string>& texts) {
    const double first = judged.stretches.front().level;
    json values = json::array();
    for (const auto& point : shown.values) {
        values.push_back(point ? relative(point->value, first) : json());
    }
    json stretches = json::array();
    for (const stats::level_stretch& each : judged.stretches) {
        constexpr double of_95_per_cent = 1.96;
        stretches.push_back({each.first, each.last, relative(each.level, first),
                             relative(of_95_per_cent * each.error, 0)});
    }
    json changes = json::array();
    for (std::size_t i = 0; i < judged.changes.size(); ++i) {
        const stats::level_change& each = judged.changes[i];
        changes.push_back({each.at, each.earliest, each.latest, texts[i]});
    }
    return {{"name", report::printable(shown.key.name())},
            {"v", values},
            {"s", stretches},
            {"c", changes}};
}

/// The texts of the changes of each case, in the order of time.
std::map<std::size_t, std::vector<std::string>> texts_of(const history& measured,
                                                         const judged_history& judged) {
    std::map<std::size_t, std::map<std::size_t, std::string>> texts; // by case and place
    for (const joint_change& change : judged.changes) {
        for (const auto& [index, own] : change.members) {
            texts[index][own.at] = step_text(own.step).substr(2) + place_text(change, measured);
        }
    }
    std::map<std::size_t, std::vector<std::string>> found;
    for (const auto& [index, of_case] : texts) {
        for (const auto& [place, text] : of_case) {
            found[index].push_back(text);
        }
    }
    return found;
}

/// The cases, the one with the newest change first.
std::vector<std::size_t> order_of(const judged_history& judged) {
    std::vector<std::size_t> order(judged.cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t index) {
        const auto& changes = judged.cases[index].changes;
        return changes.empty() ? 0 : changes.back().at;
    });
    return order;
}

} // namespace

std::string history_page(const history& measured, const judged_history& judged) {
    std::string found;
    std::istringstream lines(history_text(measured, judged, {}, false));
    for (std::string text; std::getline(lines, text);) {
        found += markup(text, 1000) + "\n";
    }
    std::string html =
        page_head("History of costs") +
        fmt::format("<header><h1>History of costs</h1><p>{} to {}</p></header>\n<main>\n"
                    "<p class=lead>Each chart shows {}, on a log scale; 0 % is the first level. "
                    "Blue bands are the 95 % intervals of the levels. Red lines are changes; light "
                    "red bands show where each may be.</p>\n<pre id=found>{}</pre>\n",
                    markup(measured.points.front().label), markup(measured.points.back().label),
                    measured.in_pairs ? "the cost of a case against the old binary"
                                      : "the cost of a case",
                    found);
    json labels = json::array();
    for (const history_point& point : measured.points) {
        labels.push_back(point.label);
    }
    auto texts = texts_of(measured, judged);
    constexpr std::size_t frame = 1000;
    std::size_t used = html.size() + page_end("").size() + script_json(labels).size() + frame;
    std::string charts;
    std::size_t left_out = 0;
    for (const std::size_t index : order_of(judged)) {
        const std::string chart =
            script_json(chart_of(measured.cases[index], judged.cases[index], texts[index]));
        if (used + chart.size() > page_limit) {
            ++left_out;
            continue;
        }
        used += chart.size() + 2;
        charts += (charts.empty() ? "" : ",\n") + chart;
    }
    html += left_out == 0 ? ""
                          : fmt::format("<p class=cut>{} more cases are left out, to keep the page "
                                        "small. --only chooses others.</p>\n",
                                        left_out);
    return html + "<section id=history></section>\n" +
           page_end("<script type=\"application/json\" id=data>{\"rows\":[],\"pictures\":[],"
                    "\"history\":{\"points\":" +
                    script_json(labels) + ",\"cases\":[\n" + charts + "]}}</script>\n");
}

} // namespace tollgate::cost_sheet
