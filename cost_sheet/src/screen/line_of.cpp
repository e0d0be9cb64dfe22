// SPDX-License-Identifier: BSL-1.0
#include "comparable.hpp"
#include "screen/screen.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace tollgate::cost_sheet {
namespace {

using report::case_pattern;

std::string numbers_of(const measure::case_key& key) {
    std::string numbers;
    for (const measure::parameter& each : key.parameters()) {
        numbers += key.number(each.name) ? each.name + ":" + measure::to_string(each.value) : "";
    }
    return numbers;
}

/// The cheapest case of these patterns. A pattern whose cases differ in a number is skipped.
std::optional<std::size_t> choose(const results& all, const std::vector<case_pattern>& patterns) {
    std::optional<std::size_t> found;
    for (const case_pattern& pattern : patterns) {
        std::vector<std::size_t> cases;
        std::set<std::string> numbers;
        for (std::size_t i = 0; i < all.cases.size(); ++i) {
            const case_row& row = all.cases[i];
            if (pattern.matches(row.key()) && all.counts(row) && !row.of_other_runtime()) {
                cases.push_back(i);
                numbers.insert(numbers_of(row.key()));
            }
        }
        for (const std::size_t i : cases) {
            const bool better = !found || all.cases[i].ns() < all.cases[*found].ns();
            found = better && numbers.size() == 1 ? i : found;
        }
    }
    return found;
}

/// The texts that a rule leaves open, ": boost_spsc wait:yield": the library, if there are several,
/// and its parameters.
std::string open_words(const measure::case_key& key, const std::vector<case_pattern>& patterns) {
    const auto pattern =
        std::ranges::find_if(patterns, [&](const auto& each) { return each.matches(key); });
    std::vector<std::string> words;
    if (patterns.size() > 1) {
        words.push_back(key.text("impl"));
    }
    for (const measure::parameter& each : key.parameters()) {
        const bool open = std::ranges::count(pattern->texts, each.name,
                                             &std::pair<std::string, std::string>::first) == 0;
        if (open && !key.number(each.name)) {
            words.push_back(each.name + ":" + measure::to_string(each.value));
        }
    }
    return words.empty() ? "" : fmt::format(": {}", fmt::join(words, " "));
}

/// A refusal names one case, or several: with `*` in its path, or without one of their parameters.
bool refuses(const measure::case_key& refused, const case_pattern& pattern) {
    const bool path = refused.path() == pattern.path ||
                      (refused.within_program() == "*" &&
                       refused.program() == measure::case_key(pattern.path).program());
    return path && std::ranges::all_of(pattern.texts, [&](const auto& text) {
               return !refused.has(text.first) || refused.text(text.first) == text.second;
           });
}

std::string why_not(const results& all, const std::vector<case_pattern>& patterns) {
    for (const result_file& file : all.files) {
        for (const report::unavailable_case& refused : file.unavailable) {
            const auto is_meant = [&](const auto& each) { return refuses(refused.key, each); };
            if (file.self_checks_held() && std::ranges::any_of(patterns, is_meant)) {
                return refused.reason;
            }
        }
    }
    return {};
}

measure::estimate cost_above(const measured_cost& cost, const measured_cost& base) {
    std::vector<double> by_pass;
    if (cost.file == base.file) {
        for (const auto& [log, base_log] : paired_logs(cost, base)) {
            by_pass.push_back(std::exp(log) - std::exp(base_log));
        }
    }
    if (by_pass.size() >= measure::fewest_passes) {
        const auto found = stats::signed_rank(by_pass, measure::confidence);
        return {found.estimate, found.range};
    }
    const bool all = by_all_rounds(cost, base);
    const auto& [ns, range] = cost.estimate_of(all);
    const auto& [base_ns, base_range] = base.estimate_of(all);
    measure::estimate found{ns - base_ns, {}};
    if (range && base_range) {
        found.range = stats::interval{range->low - base_range->high, range->high - base_range->low,
                                      measure::confidence};
    }
    return found;
}

/// False if both cases are of one run, which compared them and found no significant difference.
bool run_allows_difference(const results& all, const screen_line& first,
                           const screen_line& second) {
    const case_row& one_row = all.cases[*first.case_index];
    const case_row& other_row = all.cases[*second.case_index];
    return one_row.file != other_row.file ||
           (one_row.no_difference_from != other_row.key().name() &&
            other_row.no_difference_from != one_row.key().name());
}

} // namespace

std::optional<screen_line> line_of(const results& all, const line_rule& rule) {
    screen_line line{rule.name, rule.label, rule.program, rule.only};
    line.case_index = choose(all, rule.patterns);
    if (!line.case_index) {
        line.why_not = why_not(all, rule.patterns);
        return line.why_not.empty() ? std::nullopt : std::optional(line);
    }
    const case_row& row = all.cases[*line.case_index];
    const std::string open = open_words(row.key(), rule.patterns);
    line.label += rule.label.empty() ? "" : open;
    line.cost = row.cost;
    line.p99_ns = row.p99_ns();
    if (!rule.subtracted) {
        return line;
    }
    const auto base_index = choose(all, {*rule.subtracted});
    if (!base_index) {
        return std::nullopt;
    }
    const case_row& base = all.cases[*base_index];
    if (const std::string base_words = open_words(base.key(), {*rule.subtracted});
        base_words != open) {
        line.label += ", less" + base_words;
    }
    line.is_difference = true;
    line.cost = {cost_above(row.cost, base.cost)};
    line.p99_ns.reset();
    return line;
}

bool measured_together(const results& all, const screen_line& first, const screen_line& second) {
    return ran_interleaved(all.file_of(all.cases[*first.case_index]),
                           all.file_of(all.cases[*second.case_index]));
}

bool differ_significantly(const results& all, const screen_line& first, const screen_line& second) {
    const auto& [cheap, expensive] =
        std::ranges::minmax(first, second, {}, [](auto& line) { return line.cost.ns.value; });
    // The sentence must agree with the lines, which were compared with their cheapest.
    if (expensive.cheapest && expensive.cheapest == cheap.case_index) {
        return !expensive.not_resolved;
    }
    const std::array family{cost_question{&cheap.cost, &expensive.cost}};
    return shown_to_cost_more(family).front() && (cheap.is_difference || expensive.is_difference ||
                                                  run_allows_difference(all, cheap, expensive));
}

void rank(const results& all, std::vector<screen_line>& lines) {
    double least_poor = std::numeric_limits<double>::infinity();
    std::vector<screen_line*> ranked;
    for (screen_line& line : lines) {
        if (!line.case_index || line.is_difference || line.label.empty()) {
            continue;
        }
        if (report::grade_of(line.cost.ns) == report::grade::poor) {
            least_poor = std::min(least_poor, line.cost.ns.value);
        } else {
            ranked.push_back(&line);
        }
    }
    std::ranges::stable_sort(ranked, {}, [](const auto* line) { return line->cost.ns.value; });
    if (ranked.empty()) {
        return;
    }
    const screen_line& cheapest = *ranked.front();
    const double least = cheapest.cost.ns.value;
    std::erase_if(ranked,
                  [&](const auto* line) { return !measured_together(all, *line, cheapest); });
    if (ranked.size() < 2 || !(least > 0) || least > least_poor) {
        return;
    }
    std::vector<measured_cost> costs(ranked.size());
    std::ranges::transform(ranked, costs.begin(), &screen_line::cost);
    const std::vector<bool> shown = shown_above_first(costs);
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        screen_line& line = *ranked[i];
        line.cheapest = cheapest.case_index;
        line.not_resolved = i != 0 && (!shown[i] || !run_allows_difference(all, line, cheapest));
        if (!line.not_resolved) {
            line.ratio = times_as_much(line.cost, cheapest.cost);
        }
    }
}

} // namespace tollgate::cost_sheet
