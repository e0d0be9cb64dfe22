// SPDX-License-Identifier: BSL-1.0
// A row of a table of figures: its cells, and the data of its chart and card.
#include "command.hpp"
#include "page/sections.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;

std::string time_text(double ns) {
    return std::isfinite(ns) ? report::time_text(ns) : "–";
}

std::string without_braces(const json& object) {
    const std::string text = script_json(object);
    return text.substr(1, text.size() - 2);
}

json curve_of(const measure::case_summary& summary, bool as_read) {
    json curve = json::array();
    for (const measure::curve_point& point : summary.curve) {
        const double ns = point.raw_ns - (as_read ? 0 : summary.overhead_ns.value);
        if (std::isfinite(ns)) {
            curve.push_back({short_number(point.beyond), short_number(ns)});
        }
    }
    return curve;
}

/// Values of rounds, the places where another pass begins, and disturbed rounds with reasons. It
/// has every k-th round, and the disturbed rounds between them as far as they fit.
json history_of(const std::vector<measure::case_round>& rounds) {
    const std::size_t step =
        rounds.size() <= most_rounds ? 1 : 1 + rounds.size() / (most_rounds * 3 / 4);
    std::size_t room = most_rounds - (rounds.size() + step - 1) / step;
    json values = json::array();
    json passes = json::array();
    json disturbed = json::array();
    json reasons = json::array();
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        const measure::case_round& round = rounds[i];
        const bool extra = i % step != 0;
        if ((extra && (round.disturbances.empty() || room == 0)) ||
            !std::isfinite(round.value_ns)) {
            continue;
        }
        room -= extra ? 1 : 0;
        const std::size_t place = values.size();
        values.push_back(short_number(round.value_ns));
        if (passes.empty() || round.process != passes.back()[1]) {
            passes.push_back({place, round.process});
        }
        if (!round.disturbances.empty()) {
            const json reason =
                report::printable(fmt::format("{}", fmt::join(round.disturbances, ", ")), 80);
            const auto known = std::ranges::find(reasons, reason);
            disturbed.push_back({place, known - reasons.begin()});
            if (known == reasons.end()) {
                reasons.push_back(reason);
            }
        }
    }
    json history{{"v", values}, {"p", passes}, {"d", disturbed}, {"why", reasons}};
    if (step > 1) {
        history["thinned"] = true;
    }
    return values.empty() ? json() : history;
}

std::string quiet_text(const screen_line& line) {
    return line.quiet ? short_cost(*line.quiet) : "";
}

/// Terms and texts of a card.
json facts_of(const results& all, const screen_line& line) {
    const case_row& row = all.cases[*line.case_index];
    const measure::case_summary& summary = row.summary;
    json facts = json::array();
    const auto add = [&](const char* term, const std::string& text) {
        if (!text.empty() && text != "–") {
            facts.push_back({term, text});
        }
    };
    add("95 % interval", interval_cell(line));
    add("quiet", quiet_text(line));
    if (line.is_difference) {
        add("cost of the whole operation", time_text(row.all_rounds_ns()));
        return facts;
    }
    const bool timed = summary.samples != 0;
    const bool refused =
        timed && (line.why_no_p99 == no_p99::loop || !summary.percentiles.front().corrected_ns);
    constexpr std::array names{"p50", "p90", "p99", "p99.9"};
    for (std::size_t i = 0; timed && i < names.size(); ++i) {
        const auto& ns = summary.percentiles.at(i).corrected_ns;
        add(names.at(i), ns && !(refused && i > 2) ? time_text(*ns) : "");
    }
    if (refused) {
        add("no p99", "the overhead of timing is too uncertain");
    } else {
        add("no p99", line.p99_ns ? "" : std::string(explained(line.why_no_p99)));
        add("longest", summary.max_corrected_ns ? time_text(*summary.max_corrected_ns) : "");
        add("operations timed", timed ? fmt::format("{}", summary.samples) : "");
    }
    add("CPU time", time_text(summary.cpu_ns));
    add("rounds", summary.disturbed_rounds == 0
                      ? fmt::format("{}", summary.rounds)
                      : fmt::format("{}, disturbed: {}", summary.rounds, summary.disturbed_rounds));
    add("one operation", report::printable(row.record.unit));
    add("file", all.files.size() > 1 ? report::printable(all.file_of(row).label, 80) : "");
    return facts;
}

json remarks_of(const results& all, const screen_line& line) {
    const case_row& row = all.cases[*line.case_index];
    const result_file& file = all.file_of(row);
    json remarks = json::array();
    const auto add = [&](bool wanted, const char* text) {
        if (wanted) {
            remarks.push_back(text);
        }
    };
    add(line.is_difference, "The row shows how much more this case costs than the same operation "
                            "without the addition. Both cases have rows of their own below.");
    add(!file.foreign && row.summary.check.disagrees,
        "The untimed loop and the line through groups disagree.");
    add(!file.foreign && !line.cost.ns.range, "It has too few passes for an interval.");
    add(file.digested && !line.is_difference, "The file is a digest and has no rounds.");
    if (line.ratio && line.cheapest && line.cheapest != line.case_index) {
        const std::string& cheapest = all.cases[*line.cheapest].key().name();
        remarks.push_back(fmt::format("It costs {} times as much as {}.", ratio_cell(line),
                                      report::printable(cheapest, 120)));
    }
    return remarks;
}

std::string data_of(const results& all, const screen_line& line, bool again) {
    json data;
    const auto& range = line.cost.ns.range;
    data["n"] = {short_number(line.cost.ns.value), range ? short_number(range->low) : json(),
                 range ? short_number(range->high) : json(),
                 line.p99_ns ? short_number(*line.p99_ns) : json(),
                 line.quiet ? short_number(line.quiet->value) : json()};
    data["by"] = static_cast<int>(line.made_by);
    data["key"] = report::printable(all.cases[*line.case_index].key().name());
    if (line.is_difference || again) {
        data["again"] = 1;
    }
    if (!report::is_sure(line.cost.ns)) {
        data["unsure"] = 1;
    }
    if (!line.only.empty()) {
        data["run"] = fmt::format("./{} --only {}", report::printable(line.program, 40),
                                  report::printable(shell_word(line.only)));
    }
    data["facts"] = facts_of(all, line);
    if (const json remarks = remarks_of(all, line); !remarks.empty()) {
        data["remarks"] = remarks;
    }
    return "{" + without_braces(data);
}

std::string cell(std::string_view kind, const std::string& text, const std::string& title = {}) {
    const std::string attribute =
        title.empty() ? std::string() : fmt::format(" title=\"{}\"", markup(title));
    return fmt::format("<td class=\"{}\"{}>{}</td>", kind, attribute,
                       boost::replace_all_copy(markup(text), " ", "&nbsp;"));
}

} // namespace

figure_row row_of(const results& all, const screen_line& line, const std::string& label,
                  bool has_ratio, bool again) {
    const std::string name = "<th scope=row class=name>" + label + "</th>";
    if (!line.case_index) {
        return {fmt::format("<tr class=absent>{}<td colspan=5 class=none>not here: {}</td></tr>\n",
                            name, markup(line.why_not, 80))};
    }
    const std::string html =
        "<tr class=row>" + name + cell("cost", cost_cell(line)) +
        cell("range", interval_cell(line)) + cell("quiet", quiet_text(line)) +
        cell("p99", p99_cell(line),
             line.p99_ns ? "" : fmt::format("no p99: {}", explained(line.why_no_p99))) +
        (has_ratio ? cell(line.best ? "times best" : "times", ratio_cell(line),
                          line.not_resolved ? "not clearly > 1" : "")
                   : "") +
        "</tr>\n";
    return {html, data_of(all, line, again),
            line.is_difference || again ? std::string() : all.cases[*line.case_index].details,
            line.cost.ns.value};
}

std::string detail_data(const measure::case_result& result) {
    // The overhead is subtracted only if the median is corrected, too.
    const bool as_read = !result.summary.percentiles.front().corrected_ns;
    json data = json::object();
    if (const json curve = curve_of(result.summary, as_read); !curve.empty()) {
        data["curve"] = curve;
        if (as_read) {
            data["as_read"] = 1;
        }
    }
    if (const json history = history_of(result.record.rounds); !history.is_null()) {
        data["history"] = history;
    }
    return data.empty() ? std::string() : "," + without_braces(data);
}

} // namespace tollgate::cost_sheet
