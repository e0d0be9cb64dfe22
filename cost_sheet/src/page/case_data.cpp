// SPDX-License-Identifier: BSL-1.0
#include "page/sections.hpp"

#include <tollgate/report/printable.hpp>

#include <nlohmann/json.hpp>

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

/// The values; where another process begins; which were disturbed, by what.
json history_of(const sheet_case& one) {
    json values = json::array();
    json processes = json::array();
    json disturbed = json::array();
    json reasons = json::array();
    for (std::size_t i = 0; i < one.history.size(); ++i) {
        const round_point& round = one.history[i];
        values.push_back(short_number(round.value_ns));
        if (i == 0 || round.process != one.history[i - 1].process) {
            processes.push_back({i, round.process});
        }
        if (round.disturbed != 0) {
            disturbed.push_back({i, round.disturbed - 1});
        }
    }
    for (const std::string& reason : one.disturbances) {
        reasons.push_back(report::printable(reason, 80));
    }
    return {{"v", values}, {"p", processes}, {"d", disturbed}, {"why", reasons}};
}

} // namespace

std::string case_data(const sheet_case& one, const rung& rank, const std::string& in_chart) {
    json data = {{"name", report::printable(one.key.name())}, {"v", figure(one.value_ns)}};
    const auto add = [&](const char* name, bool wanted, const json& value) {
        if (wanted) {
            data[name] = value;
        }
    };
    add("short", in_chart != one.key.name(), report::printable(in_chart));
    if (one.range) {
        data["range"] = {figure(one.range->low), figure(one.range->high)};
    }
    data["ratio"] = figure(rank.ratio);
    add("tie", rank.tied, 1);
    if (one.samples != 0) {
        for (const std::optional<double>& each : one.percentiles_ns) {
            data["p"].push_back(figure(each));
        }
        data["samples"] = one.samples;
    }
    add("max", one.max_ns.has_value(), figure(one.max_ns));
    add("cpu", one.cpu_ns.has_value(), figure(one.cpu_ns));
    data["rounds"] = one.rounds;
    add("disturbed", one.disturbed_rounds != 0, one.disturbed_rounds);
    add("quiet", one.quiet_share.has_value(), figure(one.quiet_share));
    add("as", one.as_it_is_ns.has_value(), figure(one.as_it_is_ns));
    add("digested", one.digested, 1);
    add("unit", !one.unit.empty(), report::printable(one.unit));
    for (const std::string& remark : one.remarks) {
        data["remarks"].push_back(report::printable(remark));
    }
    return without_braces(data);
}

std::string detail_data(const sheet_case& one) {
    json data = json::object();
    for (const curve_point& point : one.curve) {
        data["curve"].push_back({short_number(point.beyond), short_number(point.ns)});
    }
    if (!one.curve.empty() && one.curve_as_read) {
        data["as_read"] = 1;
    }
    if (!one.history.empty()) {
        data["history"] = history_of(one);
        if (one.history_thinned) {
            data["history"]["thinned"] = true;
        }
    }
    return data.empty() ? std::string() : "," + without_braces(data);
}

} // namespace tollgate::cost_sheet
