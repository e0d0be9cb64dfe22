// SPDX-License-Identifier: BSL-1.0
#include "sweep.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <variant>

namespace tollgate::cost_sheet {
namespace {

/// Program, parameter, file, name without the parameter.
using line_key = std::tuple<std::string, std::string, std::size_t, std::string>;

void add_points(const sheet& all, std::size_t i, std::map<line_key, sweep_line>& lines) {
    const measure::case_key& key = all.cases[i].key;
    for (const measure::parameter& one : key.parameters()) {
        const auto* number = std::get_if<std::uint64_t>(&one.value);
        if (number != nullptr && !one.name.empty()) {
            const measure::case_key rest = key.without(one.name);
            sweep_line& line =
                lines[{std::string(key.program()), one.name, all.cases[i].file, rest.name()}];
            line.of_all = rest;
            line.points.push_back({static_cast<double>(*number), i});
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
        const measure::case_key& key = all.cases[i].key;
        if (key.has("placement")) {
            const measure::case_key rest = key.without("placement");
            placement_row& row = rows[{all.cases[i].file, rest.name()}];
            row.of_all = rest;
            row.bars.push_back({key.text("placement"), i});
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
