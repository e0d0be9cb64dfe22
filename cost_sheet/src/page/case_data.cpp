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

/// For a text: it is rounded there, as the tables round the figure itself.
json figure(const std::optional<double>& value) {
    return value ? short_number(*value, 9) : json();
}

std::string without_braces(const json& object) {
    const std::string text = script_json(object);
    return text.substr(1, text.size() - 2);
}

json curve_of(const measure::case_summary& of, bool as_read) {
    json curve = json::array();
    for (const measure::curve_point& point : of.curve) {
        const double ns = point.raw_ns - (as_read ? 0 : of.overhead_ns.value);
        if (std::isfinite(ns)) {
            curve.push_back({short_number(point.beyond), short_number(ns)});
        }
    }
    return curve;
}

/// Every k-th round, and of those between them the disturbed ones as long as there is room: their
/// values; where another process begins; which were disturbed, by what.
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
    const case_row& row = all.cases[rank.of];
    const measure::case_summary& of = row.summary;
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
    add("tie", rank.tied, 1);
    if (of.samples != 0) {
        for (const measure::percentile& each : of.percentiles) {
            data["p"].push_back(figure(each.corrected_ns));
        }
        data["samples"] = of.samples;
    }
    add("max", of.max_corrected_ns.has_value(), figure(of.max_corrected_ns));
    add("cpu", std::isfinite(of.cpu_ns), figure(of.cpu_ns));
    data["rounds"] = of.rounds;
    add("disturbed", of.disturbed_rounds != 0, of.disturbed_rounds);
    if (row.cost.quiet()) {
        data["quiet"] =
            figure(static_cast<double>(of.quiet_rounds) / static_cast<double>(of.rounds));
        data["as"] = figure(row.cost.of(true).value);
    }
    add("digested", file.digested, 1);
    add("unit", !row.record.unit.empty(), report::printable(row.record.unit));
    if (!file.foreign && of.check.disagrees) {
        data["remarks"].push_back("the unobserved loop and the line through groups disagree");
    }
    if (!file.foreign && !of.value_ns.range) {
        data["remarks"].push_back("too few passes for an interval");
    }
    return without_braces(data);
}

std::string detail_data(const measure::case_result& result) {
    // Nothing is taken off where the median would not be corrected, either.
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
