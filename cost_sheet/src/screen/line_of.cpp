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

/// The cheapest case of these patterns. A pattern whose cases differ in a number has none.
std::optional<std::size_t> choose(const results& all, const std::vector<case_pattern>& among) {
    std::optional<std::size_t> found;
    for (const case_pattern& pattern : among) {
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

/// What a rule leaves open, ": boost_spsc wait:yield": which of several peers it is, and its words.
std::string open_words(const measure::case_key& key, const std::vector<case_pattern>& among) {
    const auto pattern =
        std::ranges::find_if(among, [&](const auto& each) { return each.matches(key); });
    std::vector<std::string> words;
    if (among.size() > 1) {
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

/// A refusal names a case, or several: with `*` in its path, or without a parameter of theirs.
bool refuses(const measure::case_key& refused, const case_pattern& pattern) {
    const bool path = refused.path() == pattern.path ||
                      (refused.within_program() == "*" &&
                       refused.program() == measure::case_key(pattern.path).program());
    return path && std::ranges::all_of(pattern.texts, [&](const auto& text) {
               return !refused.has(text.first) || refused.text(text.first) == text.second;
           });
}

std::string why_not(const results& all, const std::vector<case_pattern>& among) {
    for (const result_file& file : all.files) {
        for (const report::unavailable_case& refused : file.unavailable) {
            const auto is_meant = [&](const auto& each) { return refuses(refused.key, each); };
            if (file.proven() && std::ranges::any_of(among, is_meant)) {
                return refused.reason;
            }
        }
    }
    return {};
}

measure::estimate cost_above(const measured_cost& one, const measured_cost& less) {
    std::vector<double> by_pass;
    if (one.file == less.file) {
        for (const auto& [log, less_log] : paired_logs(one, less)) {
            by_pass.push_back(std::exp(log) - std::exp(less_log));
        }
    }
    if (by_pass.size() >= measure::fewest_passes) {
        const auto found = stats::signed_rank(by_pass, measure::confidence);
        return {found.estimate, found.range};
    }
    const bool all = by_all_rounds(one, less);
    const auto& [ns, range] = one.of(all);
    const auto& [less_ns, less_range] = less.of(all);
    measure::estimate found{ns - less_ns, {}};
    if (range && less_range) {
        found.range = stats::interval{range->low - less_range->high, range->high - less_range->low,
                                      measure::confidence};
    }
    return found;
}

/// The run of a file that has both, if it compared them, may have seen no difference. Then false.
bool run_tells(const results& all, const screen_line& one, const screen_line& other) {
    const case_row& mine = all.cases[*one.of];
    const case_row& its = all.cases[*other.of];
    return mine.file != its.file ||
           (mine.not_told_from != its.key().name() && its.not_told_from != mine.key().name());
}

} // namespace

std::optional<screen_line> line_of(const results& all, const line_rule& rule) {
    screen_line line{rule.about, rule.what, rule.program, rule.only};
    line.of = choose(all, rule.among);
    if (!line.of) {
        line.why_not = why_not(all, rule.among);
        return line.why_not.empty() ? std::nullopt : std::optional(line);
    }
    const case_row& row = all.cases[*line.of];
    const std::string open = open_words(row.key(), rule.among);
    line.what += rule.what.empty() ? "" : open;
    line.cost = row.cost;
    line.p99_ns = row.p99_ns();
    if (!rule.less) {
        return line;
    }
    const auto less = choose(all, {*rule.less});
    if (!less) {
        return std::nullopt;
    }
    const case_row& base = all.cases[*less];
    if (const std::string other = open_words(base.key(), {*rule.less}); other != open) {
        line.what += ", less" + other;
    }
    line.besides = true;
    line.cost = {cost_above(row.cost, base.cost)};
    line.p99_ns.reset();
    return line;
}

bool of_one_run(const results& all, const screen_line& one, const screen_line& other) {
    return ran_in_turns(all.file_of(all.cases[*one.of]), all.file_of(all.cases[*other.of]));
}

bool told_apart(const results& all, const screen_line& one, const screen_line& other) {
    const auto& [cheap, dear] =
        std::ranges::minmax(one, other, {}, [](auto& line) { return line.cost.ns.value; });
    // As the lines say, where one is the cheapest of its kind and the other of the same kind.
    if (dear.cheapest && dear.cheapest == cheap.of) {
        return !dear.tied;
    }
    const std::array family{cost_question{&cheap.cost, &dear.cost}};
    return shown_to_cost_more(family).front() &&
           (cheap.besides || dear.besides || run_tells(all, cheap, dear));
}

void rank(const results& all, std::vector<screen_line>& lines) {
    double least_poor = std::numeric_limits<double>::infinity();
    std::vector<screen_line*> ranked;
    for (screen_line& line : lines) {
        if (!line.of || line.besides || line.what.empty()) {
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
    std::erase_if(ranked, [&](const auto* line) { return !of_one_run(all, *line, cheapest); });
    if (ranked.size() < 2 || !(least > 0) || least > least_poor) {
        return;
    }
    std::vector<measured_cost> costs(ranked.size());
    std::ranges::transform(ranked, costs.begin(), &screen_line::cost);
    const std::vector<bool> shown = shown_above_first(costs);
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        screen_line& line = *ranked[i];
        line.cheapest = cheapest.of;
        line.tied = i != 0 && (!shown[i] || !run_tells(all, line, cheapest));
        if (!line.tied) {
            line.ratio = times_as_much(line.cost, cheapest.cost);
        }
    }
}

} // namespace tollgate::cost_sheet
