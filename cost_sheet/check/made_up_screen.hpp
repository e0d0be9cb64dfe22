// SPDX-License-Identifier: BSL-1.0
// Sheets that hold every case of which the screen has a line, for the checks of it.
#pragma once

#include "made_up_results.hpp"
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

/// The key has what the pattern asks for, and nothing else.
inline measure::case_key key_of(const report::case_pattern& of) {
    std::vector<measure::parameter> parameters;
    for (const auto& [name, text] : of.texts) {
        const bool number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
        if (number) {
            parameters.emplace_back(name, std::uint64_t{std::stoull(text)});
        } else if (!text.empty()) {
            parameters.emplace_back(name, text);
        }
    }
    return {of.path, std::move(parameters)};
}

inline case_row case_of(const report::case_pattern& of, double value_ns) {
    case_row one = made_up_case("x", value_ns, value_ns * 0.01);
    one.record.key = key_of(of);
    constexpr std::size_t passes = 9;
    for (std::size_t pass = 0; pass < passes; ++pass) {
        const double moved = value_ns * (1 + 0.001 * static_cast<double>(pass % 3));
        one.cost.passes.push_back({pass, std::log(moved)});
    }
    return one;
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

/// Every case of which a line is made: the first of several peers cheaper than the others. What a
/// case costs besides another is what is asked for.
inline results sheet_of(const std::function<double(std::string_view)>& cost_of) {
    results all;
    all.files = {made_up_file("testAll", "all.json")};
    for (const line_rule* line : all_lines()) {
        const double less_ns = line->less ? 50 : 0;
        double value_ns = cost_of(line->about) + less_ns;
        for (const report::case_pattern& one : line->among) {
            all.cases.push_back(case_of(one, value_ns));
            value_ns *= 2;
        }
        if (line->less) {
            all.cases.push_back(case_of(*line->less, less_ns));
        }
    }
    return all;
}

/// Each costs three times what the one before it costs, so that all differences are resolved.
inline results healthy_sheet() {
    double cost_ns = 1;
    std::map<std::string_view, double> known;
    return sheet_of([&](std::string_view about) {
        const auto [at, is_new] = known.try_emplace(about, cost_ns);
        cost_ns *= is_new ? 1.5 : 1;
        return at->second;
    });
}

inline std::vector<const claim_rule*> all_claims() {
    std::vector<const claim_rule*> claims;
    for (const section_rule& section : screen_rules()) {
        for (const claim_rule& one : section.claims) {
            claims.push_back(&one);
        }
    }
    return claims;
}

inline const line_rule& rule_of(std::string_view about) {
    for (const line_rule* line : all_lines()) {
        if (line->about == about) {
            return *line;
        }
    }
    throw std::logic_error("no line has this name");
}

/// The sentence about this subject; empty if there is none.
inline std::string sentence_of(const screen& shown, const claim_rule& rule) {
    for (const screen_section& section : shown.sections) {
        for (const std::string& one : section.sentences) {
            if (one.starts_with(rule.begin.substr(0, rule.begin.rfind(' ')))) {
                return one;
            }
        }
    }
    return {};
}

/// Whether this line may be made of the case.
inline bool is_of(std::string_view about, const case_row& one) {
    return std::ranges::any_of(rule_of(about).among,
                               [&](const auto& each) { return each.matches(one.key()); });
}

inline void each_case(results& all, std::string_view about,
                      const std::function<void(case_row&)>& change) {
    for (case_row& one : all.cases) {
        if (is_of(about, one)) {
            change(one);
        }
    }
}

inline void remove_cases(results& all, std::string_view about) {
    std::erase_if(all.cases, [&](const case_row& one) { return is_of(about, one); });
}

/// The line about this.
inline const screen_line& line_of(const screen& shown, std::string_view about) {
    for (const screen_section& section : shown.sections) {
        for (const screen_line& one : section.lines) {
            if (one.about == about) {
                return one;
            }
        }
    }
    throw std::logic_error("no such line");
}

} // namespace tollgate::cost_sheet
