// SPDX-License-Identifier: BSL-1.0

#include "page/sections.hpp"

#include <tollgate/report/printable.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;

/// A figure for texts, which round it like the tables.
json figure(const std::optional<double>& value) {
    return value ? short_number(*value, 9) : json();
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

/// Values of rounds, the places where another process begins, and disturbed rounds with reasons. It
/// has every k-th round, and the disturbed rounds between them as far as they fit.
json history_of(const std::vector<measure::case_round>& rounds) {
    const std::size_t step =
        rounds.size() <= most_rounds ? 1 : 1 + rounds.size() / (most_rounds * 3 / 4);
    std::size_t room = most_rounds - (rounds.size() + step - 1) / step;
    json values = json::array();
    json processes = json::array();
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
        if (processes.empty() || round.process != processes.back()[1]) {
            processes.push_back({place, round.process});
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
    json history{{"v", values}, {"p", processes}, {"d", disturbed}, {"why", reasons}};
    if (step > 1) {
        history["thinned"] = true;
    }
    return values.empty() ? json() : history;
}

} // namespace

std::string case_data(const results& all, const ranked_row& rank, const std::string& in_chart) {
    const case_row& row = all.cases[rank.case_index];
    const measure::case_summary& summary = row.summary;
    const result_file& file = all.file_of(row);
    json data = {{"name", report::printable(row.key().name())}, {"v", figure(row.ns())}};
    const auto add = [&](const char* name, bool wanted, const json& value) {
        if (wanted) {
            data[name] = value;
        }
    };
    add("short", in_chart != row.key().name(), report::printable(in_chart));
    if (const auto& range = row.cost.ns.range) {
        data["range"] = {figure(range->low), figure(range->high)};
    }
    data["ratio"] = figure(rank.ratio);
    add("no_difference", rank.not_resolved, 1);
    if (summary.samples != 0) {
        for (const measure::percentile& each : summary.percentiles) {
            data["p"].push_back(figure(each.corrected_ns));
        }
        data["samples"] = summary.samples;
    }
    add("max", summary.max_corrected_ns.has_value(), figure(summary.max_corrected_ns));
    add("cpu", std::isfinite(summary.cpu_ns), figure(summary.cpu_ns));
    data["rounds"] = summary.rounds;
    add("disturbed", summary.disturbed_rounds != 0, summary.disturbed_rounds);
    if (row.cost.quiet()) {
        data["quiet"] =
            figure(static_cast<double>(summary.quiet_rounds) / static_cast<double>(summary.rounds));
        data["as"] = figure(row.cost.estimate_of(true).value);
    }
    add("digested", file.digested, 1);
    add("unit", !row.record.unit.empty(), report::printable(row.record.unit));
    if (!file.foreign && summary.check.disagrees) {
        data["remarks"].push_back("the untimed loop and the line through groups disagree");
    }
    if (!file.foreign && !summary.value_ns.range) {
        data["remarks"].push_back("too few passes for an interval");
    }
    return without_braces(data);
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
