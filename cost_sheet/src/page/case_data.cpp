// SPDX-License-Identifier: BSL-1.0
#include "page/case_data.hpp"

#include "page/markup.hpp"
#include "printable.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace tollgate::cost_sheet {
namespace {

using json = nlohmann::ordered_json;

/// For a text: it is rounded there, as the tables round the figure itself.
json figure(double value) {
    return short_number(value, 9);
}

json figure(const std::optional<double>& value) {
    return value ? figure(*value) : json();
}

std::string without_braces(const json& object) {
    const std::string text = script_json(object);
    return text.substr(1, text.size() - 2);
}

json percentiles_of(const sheet_case& one) {
    json all = json::array();
    for (const std::optional<double>& each : one.percentiles_ns) {
        all.push_back(figure(each));
    }
    return all;
}

json curve_of(const sheet_case& one) {
    json points = json::array();
    for (const curve_point& point : one.curve) {
        points.push_back({short_number(point.beyond), short_number(point.ns)});
    }
    return points;
}

/// The values; where another process begins; which were disturbed, by what.
json history_of(const sheet_case& one) {
    json values = json::array();
    json processes = json::array();
    json disturbed = json::array();
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
    json reasons = json::array();
    for (const std::string& reason : one.disturbances) {
        reasons.push_back(printable(reason, 80));
    }
    return {{"v", values}, {"p", processes}, {"d", disturbed}, {"why", reasons}};
}

} // namespace

std::string case_data(const sheet_case& one, const rung& rank, const std::string& in_chart) {
    json data = {
        {"name", printable(one.key.name())}, {"file", one.file}, {"v", figure(one.value_ns)}};
    if (in_chart != one.key.name()) {
        data["short"] = printable(in_chart);
    }
    if (one.range) {
        data["range"] = {figure(one.range->low), figure(one.range->high)};
    }
    data["ratio"] = figure(rank.ratio);
    if (rank.tied) {
        data["tie"] = 1;
    }
    if (one.samples != 0) {
        data["p"] = percentiles_of(one);
        data["samples"] = one.samples;
    }
    const auto add = [&](const char* name, const std::optional<double>& value) {
        if (value) {
            data[name] = figure(*value);
        }
    };
    add("max", one.max_ns);
    add("cpu", one.cpu_ns);
    data["rounds"] = one.rounds;
    if (one.disturbed_rounds != 0) {
        data["disturbed"] = one.disturbed_rounds;
    }
    add("quiet", one.quiet_share);
    add("as", one.as_it_is_ns);
    if (one.digested) {
        data["digested"] = 1;
    }
    if (!one.unit.empty()) {
        data["unit"] = printable(one.unit);
    }
    for (const std::string& remark : one.remarks) {
        data["remarks"].push_back(printable(remark));
    }
    return without_braces(data);
}

std::string detail_data(const sheet_case& one) {
    json data = json::object();
    if (!one.curve.empty()) {
        data["curve"] = curve_of(one);
        if (one.curve_as_read) {
            data["as_read"] = 1;
        }
    }
    if (!one.history.empty()) {
        data["history"] = history_of(one);
        if (one.history_thinned) {
            data["history"]["thinned"] = true;
        }
    }
    return data.empty() ? std::string() : "," + without_braces(data);
}

std::string left_out_data() {
    return ",\"cut\":1";
}

} // namespace tollgate::cost_sheet
