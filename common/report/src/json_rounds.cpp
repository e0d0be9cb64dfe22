// SPDX-License-Identifier: BSL-1.0
#include "json_rounds.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace tollgate::report {
namespace {

/// Without a ".0": most figures of most rows are 0.
json short_figure(double figure) {
    constexpr double exact = 9'007'199'254'740'992.0; // 2^53
    if (figure == std::trunc(figure) && std::abs(figure) < exact) {
        return static_cast<std::int64_t>(figure);
    }
    return figure;
}

double as_number(const read_value& value, const char* column) {
    if (!value.is_number()) {
        throw std::invalid_argument(std::string("\"rounds\": a \"") + column +
                                    "\" is not a number");
    }
    return value.get<double>();
}

std::size_t as_index(const read_value& value, std::size_t size) {
    const std::uint64_t index = as_whole(value, "disturbed");
    if (index >= size) {
        throw std::invalid_argument("\"disturbed\" has round " + std::to_string(index) + " of " +
                                    std::to_string(size));
    }
    return index;
}

} // namespace

json write_rounds(const std::vector<measure::case_round>& rounds) {
    json rows = json::array();
    for (const measure::case_round& round : rounds) {
        rows.push_back({round.process, round.round, round.operations, short_figure(round.value_ns),
                        short_figure(round.cpu_ns), short_figure(round.cpu_user_ns),
                        short_figure(round.cpu_system_ns), short_figure(round.voluntary_switches),
                        short_figure(round.involuntary_switches),
                        short_figure(round.units_per_operation), short_figure(round.fit.intercept),
                        short_figure(round.fit.slope), short_figure(round.reference_before_ns),
                        short_figure(round.reference_after_ns)});
    }
    return rows;
}

json write_disturbed(const std::vector<measure::case_round>& rounds) {
    json all = json::array();
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        if (!rounds[i].disturbances.empty()) {
            json one = json::array({i});
            for (const std::string& reason : rounds[i].disturbances) {
                one.push_back(reason);
            }
            all.push_back(std::move(one));
        }
    }
    return all;
}

void require_round_columns(const read_value& own, std::size_t columns) {
    const std::vector<std::string> names = texts(own, "round_columns");
    for (std::size_t i = 0; i < columns; ++i) {
        const std::string found = i < names.size() ? "\"" + names[i] + "\"" : "nothing";
        if (i >= names.size() || names[i] != round_columns[i]) {
            throw std::invalid_argument("\"round_columns\" has " + found + " where \"" +
                                        round_columns[i] + "\" belongs");
        }
    }
    if (names.size() > columns) {
        throw std::invalid_argument("\"round_columns\" has \"" + names[columns] +
                                    "\", which is not known");
    }
}

measure::case_round read_row(const read_value& from) {
    if (!from.is_array() ||
        (from.size() != round_columns.size() && from.size() != columns_of_version_2)) {
        throw std::invalid_argument("\"rounds\" has a row of " + std::to_string(from.size()) +
                                    " numbers instead of " + std::to_string(round_columns.size()) +
                                    ", or " + std::to_string(columns_of_version_2) +
                                    " in format version 2");
    }
    const auto figure = [&](std::size_t column) {
        return as_number(from[column], round_columns[column]);
    };
    measure::case_round round;
    round.process = as_whole(from[0], round_columns[0]);
    round.round = as_whole(from[1], round_columns[1]);
    round.operations = as_whole(from[2], round_columns[2]);
    round.value_ns = figure(3);
    round.cpu_ns = figure(4);
    round.cpu_user_ns = figure(5);
    round.cpu_system_ns = figure(6);
    round.voluntary_switches = figure(7);
    round.involuntary_switches = figure(8);
    round.units_per_operation = figure(9);
    round.fit.intercept = figure(10);
    round.fit.slope = figure(11);
    if (from.size() == round_columns.size()) {
        round.reference_before_ns = figure(12);
        round.reference_after_ns = figure(13);
    }
    return round;
}

void read_disturbed(const read_value& from, std::vector<measure::case_round>& rounds) {
    for (const read_value& one : list(from, "disturbed")) {
        if (!one.is_array() || one.empty()) {
            throw std::invalid_argument("\"disturbed\" holds what is no round with reasons");
        }
        measure::case_round& round = rounds[as_index(one[0], rounds.size())];
        for (std::size_t i = 1; i < one.size(); ++i) {
            round.disturbances.push_back(as_text(one[i], "disturbed"));
        }
    }
}

measure::case_round read_round_object(const read_value& from) {
    measure::case_round round;
    round.process = whole(from, "process");
    round.round = whole(from, "round");
    round.operations = whole(from, "operations");
    round.value_ns = number(from, "value_ns");
    round.cpu_ns = number(from, "cpu_ns");
    round.cpu_user_ns = number(from, "cpu_user_ns");
    round.cpu_system_ns = number(from, "cpu_system_ns");
    round.voluntary_switches = number(from, "nvcsw_per_op");
    round.involuntary_switches = number(from, "nivcsw_per_op");
    round.units_per_operation = number(from, "units_per_op");
    round.fit.intercept = number(from, "fit_intercept_ns");
    round.fit.slope = number(from, "fit_slope_ns");
    if (from.contains("disturbances")) {
        round.disturbances = texts(from, "disturbances");
    }
    return round;
}

} // namespace tollgate::report
