// SPDX-License-Identifier: BSL-1.0
// Results with every case of the screen's lines, for checks of the screen.
#pragma once

#include "fake_results.hpp"
#include "screen/screen.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {

inline stats::interval interval_of(double low, double high) {
    return {low, high, measure::confidence};
}

/// The key with exactly the texts of the pattern.
inline measure::case_key key_of(const report::case_pattern& pattern) {
    std::vector<measure::parameter> parameters;
    for (const auto& [name, text] : pattern.texts) {
        const bool number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
        if (number) {
            parameters.emplace_back(name, std::uint64_t{std::stoull(text)});
        } else if (!text.empty()) {
            parameters.emplace_back(name, text);
        }
    }
    return {pattern.path, std::move(parameters)};
}

inline case_row case_of(const report::case_pattern& pattern, double value_ns) {
    case_row row = fake_case("x", value_ns, value_ns * 0.01);
    row.record.key = key_of(pattern);
    constexpr std::size_t passes = 9;
    for (std::size_t pass = 0; pass < passes; ++pass) {
        const double moved = value_ns * (1 + 0.001 * static_cast<double>(pass % 3));
        row.cost.passes.push_back({pass, std::log(moved)});
    }
    return row;
}

inline std::vector<const line_rule*> all_lines() {
    std::vector<const line_rule*> lines;
    for (const section_rule& section : screen_rules()) {
        for (const std::vector<line_rule>& group : section.groups) {
            for (const line_rule& line : group) {
                lines.push_back(&line);
            }
        }
    }
    return lines;
}

/// The cases of all lines. The first of several alternatives is the cheapest. `cost_of` gives the
/// cost of a line; for a difference, it is added to the cost of the subtracted case.
inline results results_of(const std::function<double(std::string_view)>& cost_of) {
    results all;
    all.files = {fake_file("testAll", "all.json")};
    for (const line_rule* line : all_lines()) {
        const double less_ns = line->subtracted ? 50 : 0;
        double value_ns = cost_of(line->name) + less_ns;
        for (const alternative& each : line->alternatives) {
            all.cases.push_back(case_of(each.pattern, value_ns));
            value_ns *= 2;
        }
        if (line->subtracted) {
            all.cases.push_back(case_of(*line->subtracted, less_ns));
        }
    }
    return all;
}

/// Each line costs 1.5 times the line before it, so that all differences are significant.
inline results healthy_results() {
    double cost_ns = 1;
    std::map<std::string_view, double> known;
    return results_of([&](std::string_view line) {
        const auto [at, is_new] = known.try_emplace(line, cost_ns);
        cost_ns *= is_new ? 1.5 : 1;
        return at->second;
    });
}

inline const line_rule& rule_of(std::string_view name) {
    for (const line_rule* line : all_lines()) {
        if (line->name == name) {
            return *line;
        }
    }
    throw std::logic_error("no line has this name");
}

/// Whether this line may show the case.
inline bool is_of(std::string_view line, const case_row& row) {
    return std::ranges::any_of(rule_of(line).alternatives, [&](const alternative& each) {
        return each.pattern.matches(row.key());
    });
}

inline void each_case(results& all, std::string_view line,
                      const std::function<void(case_row&)>& change) {
    for (case_row& row : all.cases) {
        if (is_of(line, row)) {
            change(row);
        }
    }
}

inline void remove_cases(results& all, std::string_view line) {
    std::erase_if(all.cases, [&](const case_row& row) { return is_of(line, row); });
}

/// The line of the rule with this name.
inline const screen_line& line_of(const screen& shown, std::string_view name) {
    for (const screen_section& section : shown.sections) {
        for (const screen_line& line : section.lines) {
            if (line.name == name) {
                return line;
            }
        }
    }
    throw std::logic_error("no such line");
}

} // namespace tollgate::cost_sheet
