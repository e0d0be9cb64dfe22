// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

#include "comparable.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <algorithm>
#include <array>
#include <cmath>
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

/// The cheapest case of this pattern; nothing if its cases differ in a number.
std::optional<std::size_t> cheapest_of(const results& all, const case_pattern& pattern) {
    std::optional<std::size_t> cheapest;
    std::set<std::string> numbers;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const case_row& row = all.cases[i];
        if (pattern.matches(row.key()) && all.counts(row) && !row.of_other_runtime()) {
            cheapest = !cheapest || row.all_rounds_ns() < all.cases[*cheapest].all_rounds_ns()
                           ? i
                           : cheapest;
            numbers.insert(numbers_of(row.key()));
        }
    }
    return numbers.size() == 1 ? cheapest : std::nullopt;
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

std::string why_not(const results& all, const std::vector<alternative>& alternatives) {
    for (const result_file& file : all.files) {
        for (const report::unavailable_case& refused : file.unavailable) {
            const auto is_meant = [&](const alternative& each) {
                return refuses(refused.key, each.pattern);
            };
            if (file.self_checks_held() && std::ranges::any_of(alternatives, is_meant)) {
                return refused.reason;
            }
        }
    }
    return {};
}

/// By the passes of both, or by their intervals. Both are over all rounds.
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
    measure::estimate found{cost.ns.value - base.ns.value, {}};
    if (const auto& range = cost.ns.range, &base_range = base.ns.range; range && base_range) {
        found.range = stats::interval{range->low - base_range->high, range->high - base_range->low,
                                      measure::confidence};
    }
    return found;
}

no_p99 why_no_p99(const case_row& row) {
    const bool few = row.summary.samples != 0 && !row.summary.percentiles[2].raw_ns;
    return row.p99_ns() ? no_p99::none : few ? no_p99::few_samples : no_p99::loop;
}

bool has_other_arguments(const result_file& file) {
    return !arguments_that_matter(file.about.arguments).empty();
}

} // namespace

screen_line line_with_cost(const results& all, std::size_t case_index) {
    const case_row& row = all.cases[case_index];
    screen_line line;
    line.program = all.file_of(row).about.program;
    line.case_index = case_index;
    line.cost = row.cost.over_all_rounds(); // a reader divides the printed costs
    if (row.cost.quiet() && line.cost.ns.range && !line.cost.ns.range->contains(row.ns())) {
        line.quiet = row.cost.ns;
    }
    line.p99_ns = row.p99_ns();
    line.why_no_p99 = why_no_p99(row);
    return line;
}

std::optional<screen_line> line_of(const results& all, const line_rule& rule) {
    screen_line line;
    for (const alternative& each : rule.alternatives) {
        const auto found = cheapest_of(all, each.pattern);
        if (found && (!line.case_index || all.cases[*found].all_rounds_ns() < line.cost.ns.value)) {
            line = line_with_cost(all, *found);
            line.words = each.words;
            line.made_by = each.made_by;
        }
    }
    line.name = rule.name;
    line.label = rule.label + (line.words.empty() || rule.label.empty() ? "" : " " + line.words);
    if (line.label.ends_with(':') || line.label.ends_with(',')) { // no alternative is there
        line.label.pop_back();
    }
    line.program = rule.program;
    line.only = rule.only;
    if (line.case_index && has_other_arguments(all.file_of(all.cases[*line.case_index]))) {
        line.only.clear(); // it would measure another case
    }
    if (!line.case_index) {
        line.why_not = why_not(all, rule.alternatives);
        return line.why_not.empty() ? std::nullopt : std::optional(line);
    }
    if (!rule.subtracted) {
        return line;
    }
    const auto base = cheapest_of(all, *rule.subtracted);
    if (!base) {
        return std::nullopt;
    }
    line.is_difference = true;
    line.cost = {.ns = cost_above(line.cost, all.cases[*base].cost.over_all_rounds()),
                 .noise_floor = 0};
    line.quiet.reset();
    line.p99_ns.reset();
    line.why_no_p99 = no_p99::difference;
    return line;
}

bool measured_together(const results& all, const screen_line& first, const screen_line& second) {
    return ran_interleaved(all.file_of(all.cases[*first.case_index]),
                           all.file_of(all.cases[*second.case_index]));
}

bool differ_significantly(const results& all, const screen_line& first, const screen_line& second) {
    const auto& [cheap, expensive] =
        std::ranges::minmax(first, second, {}, [](auto& line) { return line.cost.ns.value; });
    // A recommendation must agree with the lines, which were compared with their cheapest.
    if (expensive.cheapest && expensive.cheapest == cheap.case_index) {
        return !expensive.not_resolved;
    }
    const std::array family{cost_question{&cheap.cost, &expensive.cost}};
    return shown_to_cost_more(family).front() &&
           (cheap.is_difference || expensive.is_difference ||
            all.run_allows_difference(all.cases[*cheap.case_index],
                                      all.cases[*expensive.case_index]));
}

void rank(const results& all, std::vector<screen_line>& lines) {
    std::vector<screen_line*> ranked;
    for (screen_line& line : lines) {
        if (line.case_index && !line.is_difference && !line.label.empty()) {
            ranked.push_back(&line);
        }
    }
    std::ranges::stable_sort(ranked, {}, [](const auto* line) { return line->cost.ns.value; });
    if (ranked.empty()) {
        return;
    }
    const screen_line& cheapest = *ranked.front();
    std::erase_if(ranked,
                  [&](const auto* line) { return !measured_together(all, *line, cheapest); });
    if (ranked.size() < 2 || !(cheapest.cost.ns.value > 0)) {
        return;
    }
    std::vector<measured_cost> costs(ranked.size());
    std::ranges::transform(ranked, costs.begin(), &screen_line::cost);
    const std::vector<bool> shown = shown_above_first(costs);
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        screen_line& line = *ranked[i];
        line.cheapest = cheapest.case_index;
        const bool costs_more =
            shown[i] &&
            all.run_allows_difference(all.cases[*line.case_index], all.cases[*cheapest.case_index]);
        ranked.front()->best = ranked.front()->best || costs_more;
        line.not_resolved = i != 0 && !costs_more;
        if (!line.not_resolved) {
            line.ratio = times_as_much(line.cost, cheapest.cost);
        }
    }
}

} // namespace tollgate::cost_sheet
