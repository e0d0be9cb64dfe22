// SPDX-License-Identifier: BSL-1.0
#include "lines.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tollgate::cost_sheet {
namespace {

using report::case_pattern;

/// All cases of one pattern. None if they differ in a number, unless any number will do.
std::vector<std::size_t> cases_of(const sheet& all, const case_pattern& pattern, bool any_number) {
    const auto numbers_of = [](const measure::case_key& key) {
        std::string numbers;
        for (const measure::parameter& each : key.parameters()) {
            numbers +=
                key.number(each.name) ? each.name + ":" + measure::to_string(each.value) + "/" : "";
        }
        return numbers;
    };
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const sheet_case& one = all.cases[i];
        if (pattern.matches(one.key) && counts(all, one) && !one.of_guest) {
            found.push_back(i);
            if (!any_number && numbers_of(one.key) != numbers_of(all.cases[found.front()].key)) {
                return {};
            }
        }
    }
    return found;
}

/// The cheapest of them; of those of one pattern that differ in a number the first, if it will do.
std::optional<std::size_t> choose(const sheet& all, const std::vector<case_pattern>& among,
                                  bool first_of_many = false) {
    std::optional<std::size_t> found;
    for (const case_pattern& pattern : among) {
        for (const std::size_t one : cases_of(all, pattern, first_of_many)) {
            const bool cheaper = found && all.cases[one].value_ns < all.cases[*found].value_ns;
            if (!found || (cheaper && !first_of_many)) {
                found = one;
            }
        }
    }
    return found;
}

/// What a rule leaves open, ": boost_spsc wait:yield": which of several peers it is, its words, and
/// its numbers if the first of many is meant.
std::string open_words(const measure::case_key& key, const std::vector<case_pattern>& among,
                       bool first_of_many = false) {
    const auto pattern = std::find_if(among.begin(), among.end(),
                                      [&](const auto& each) { return each.matches(key); });
    std::vector<std::string> words;
    if (among.size() > 1) {
        words.push_back(key.text("impl"));
    }
    for (const measure::parameter& each : key.parameters()) {
        const bool open = std::none_of(pattern->texts.begin(), pattern->texts.end(),
                                       [&](const auto& text) { return text.first == each.name; });
        if (open && (first_of_many || !key.number(each.name))) {
            words.push_back(each.name + ":" + measure::to_string(each.value));
        }
    }
    return words.empty() ? "" : fmt::format(": {}", fmt::join(words, " "));
}

/// A refusal names a case, or several: with `*` in its path, or without a parameter of theirs.
bool refuses(const measure::case_key& refused, const case_pattern& pattern) {
    const measure::case_key meant(pattern.path);
    const bool path = refused.path() == pattern.path ||
                      (refused.within_program() == "*" && refused.program() == meant.program());
    return path && std::all_of(pattern.texts.begin(), pattern.texts.end(), [&](const auto& one) {
               return !refused.has(one.first) || refused.text(one.first) == one.second;
           });
}

std::string why_not(const sheet& all, const std::vector<case_pattern>& among) {
    for (const sheet_file& file : all.files) {
        for (const report::unavailable_case& one : file.unavailable) {
            for (const case_pattern& each : among) {
                if (file.proven && refuses(one.key, each)) {
                    return one.reason;
                }
            }
        }
    }
    return {};
}

/// What one costs more than the other in each pass that both have.
std::vector<double> differences(const sheet_case& one, const sheet_case& less) {
    std::vector<double> found;
    for (const pass_cost& mine : one.pass_costs) {
        for (const pass_cost& other : less.pass_costs) {
            if (mine.pass == other.pass) {
                found.push_back(std::exp(mine.log_ns) - std::exp(other.log_ns));
            }
        }
    }
    return found;
}

measure::estimate cost_above(const sheet_case& one, const sheet_case& less) {
    const bool alike = one.quiet_share.has_value() == less.quiet_share.has_value();
    const std::vector<double> by_pass =
        alike && one.file == less.file ? differences(one, less) : std::vector<double>{};
    if (by_pass.size() >= measure::fewest_passes) {
        const auto found = stats::signed_rank(by_pass, measure::confidence);
        return {found.estimate, found.range};
    }
    measure::estimate found{one.value_ns - less.value_ns, {}};
    if (one.range && less.range) {
        found.range = stats::interval{one.range->low - less.range->high,
                                      one.range->high - less.range->low, measure::confidence};
    }
    return found;
}

} // namespace

bool counts(const sheet& all, const sheet_case& one) {
    return one.proven && all.files[one.file].proven && one.rounds != 0;
}

std::optional<screen_line> line_of(const sheet& all, const line_rule& rule) {
    screen_line line;
    line.about = rule.about;
    line.what = rule.what;
    line.program = rule.program;
    line.only = rule.only;
    const auto found = choose(all, rule.among, rule.first_of_many);
    if (!found) {
        line.why_not = why_not(all, rule.among);
        return line.why_not.empty() ? std::nullopt : std::optional(line);
    }
    const sheet_case& of = all.cases[*found];
    line.of = found;
    const std::string open = open_words(of.key, rule.among, rule.first_of_many);
    line.what += rule.what.empty() ? "" : open;
    if (!rule.less) {
        line.cost = {of.value_ns, of.range};
        line.p99_ns = of.percentiles_ns[2];
        return line;
    }
    const auto less = choose(all, {*rule.less});
    if (!less) {
        return std::nullopt;
    }
    if (const std::string other = open_words(all.cases[*less].key, {*rule.less}); other != open) {
        line.what += ", less" + other;
    }
    line.kind = costs::besides;
    line.cost = cost_above(of, all.cases[*less]);
    return line;
}

bool run_tells(const sheet& all, const screen_line& one, const screen_line& other) {
    const sheet_case& mine = all.cases[*one.of];
    const sheet_case& its = all.cases[*other.of];
    return mine.file != its.file ||
           (mine.not_told_from != its.key.name() && its.not_told_from != mine.key.name());
}

void rank(const sheet& all, std::vector<screen_line>& lines) {
    double least_poor = std::numeric_limits<double>::infinity();
    std::vector<screen_line*> ranked;
    for (screen_line& line : lines) {
        if (!line.of || line.kind != costs::alone || line.what.empty()) {
            continue;
        }
        if (report::grade_of(line.cost) == report::grade::poor) {
            least_poor = std::min(least_poor, line.cost.value);
        } else {
            ranked.push_back(&line);
        }
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const screen_line* a, const screen_line* b) {
        return a->cost.value < b->cost.value;
    });
    const double least = ranked.empty() ? 0 : ranked.front()->cost.value;
    if (ranked.size() < 2 || !(least > 0) || least > least_poor) {
        return;
    }
    std::vector<measured_cost> costs;
    for (const screen_line* line : ranked) {
        costs.push_back(all.cases[*line->of].cost());
    }
    const std::vector<bool> shown = shown_above_first(costs);
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        screen_line& line = *ranked[i];
        line.cheapest = ranked.front()->of;
        line.tied = i != 0 && (!shown[i] || !run_tells(all, line, *ranked.front()));
        if (!line.tied) {
            line.ratio = line.cost.value / least;
        }
    }
}

} // namespace tollgate::cost_sheet
