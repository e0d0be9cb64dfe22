// SPDX-License-Identifier: BSL-1.0
#include "sweep.hpp"

#include "case_name.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

std::optional<double> as_number(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) ||
        value < 0) {
        return std::nullopt;
    }
    return value;
}

/// The name without its parameter number `left_out`.
std::string name_without(const std::string& name, const case_name::parameter& left_out) {
    std::string part = "/";
    part += left_out.name;
    part += ':';
    part += left_out.value;
    for (std::size_t at = name.find(part); at != std::string::npos; at = name.find(part, at + 1)) {
        const std::size_t end = at + part.size();
        if (end == name.size() || name[end] == '/') {
            return name.substr(0, at) + name.substr(end);
        }
    }
    return name;
}

/// Program, parameter, file, name without the parameter.
using line_key = std::tuple<std::string, std::string, std::size_t, std::string>;

void add_points(const sheet& all, std::size_t i, std::map<line_key, sweep_line>& lines) {
    const std::string& name = all.cases[i].name;
    const case_name parsed = parse_case_name(name);
    for (const auto& parameter : parsed.parameters) {
        if (const auto x = as_number(parameter.value)) {
            const std::string rest = name_without(name, parameter);
            sweep_line& line = lines[{parsed.program, parameter.name, all.cases[i].file, rest}];
            line.name = rest;
            line.points.push_back({*x, i});
        }
    }
}

constexpr std::size_t least_points = 3;

} // namespace

std::vector<sweep> find_sweeps(const sheet& all) {
    std::map<line_key, sweep_line> lines;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        add_points(all, i, lines);
    }
    std::vector<sweep> found;
    for (auto& [key, line] : lines) {
        if (line.points.size() < least_points) {
            continue;
        }
        std::sort(line.points.begin(), line.points.end(),
                  [](const auto& a, const auto& b) { return a.x < b.x; });
        const auto& [program, over, file, name] = key;
        if (found.empty() || found.back().program != program || found.back().over != over) {
            found.push_back({program, over, {}});
        }
        found.back().lines.push_back(std::move(line));
    }
    return found;
}

std::vector<placement_row> find_placements(const sheet& all) {
    std::map<std::pair<std::size_t, std::string>, placement_row> rows;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const std::string& name = all.cases[i].name;
        const case_name parsed = parse_case_name(name);
        if (const auto placement = parsed.value_of("placement")) {
            const std::string rest = name_without(name, {"placement", std::string(*placement)});
            placement_row& row = rows[{all.cases[i].file, rest}];
            row.name = rest;
            row.bars.push_back({std::string(*placement), i});
        }
    }
    std::vector<placement_row> found;
    for (auto& [key, row] : rows) {
        if (row.bars.size() > 1) {
            found.push_back(std::move(row));
        }
    }
    return found;
}

} // namespace tollgate::cost_sheet
