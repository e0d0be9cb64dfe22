// SPDX-License-Identifier: BSL-1.0
#include "line_of.hpp"

#include "../printable.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using report::case_pattern;

/// In a parameter that is a number in one of them at least.
bool differ_in_a_number(const measure::case_key& one, const measure::case_key& other) {
    const auto has_another = [](const measure::case_key& key, const measure::case_key& than) {
        return std::any_of(key.parameters().begin(), key.parameters().end(), [&](const auto& each) {
            return key.number(each.name) && key.text(each.name) != than.text(each.name);
        });
    };
    return has_another(one, other) || has_another(other, one);
}

/// Indices of all cases of one pattern.
std::vector<std::size_t> matching(const sheet& all, const case_pattern& pattern) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        if (pattern.matches(all.cases[i].key) && counts(all, all.cases[i]) &&
            !all.cases[i].of_guest) {
            found.push_back(i);
        }
    }
    return found;
}

/// The same; none if they are of a sweep.
std::vector<std::size_t> cases_of(const sheet& all, const case_pattern& pattern) {
    std::vector<std::size_t> found = matching(all, pattern);
    for (const std::size_t one : found) {
        if (differ_in_a_number(all.cases[found.front()].key, all.cases[one].key)) {
            return {};
        }
    }
    return found;
}

/// Index of the first case of one pattern.
std::optional<std::size_t> first_of(const sheet& all, const case_pattern& pattern) {
    const std::vector<std::size_t> found = matching(all, pattern);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

/// Index of the cheapest case that is one of these.
std::optional<std::size_t> cheapest(const sheet& all, const std::vector<case_pattern>& among) {
    std::optional<std::size_t> found;
    for (const case_pattern& pattern : among) {
        for (const std::size_t one : cases_of(all, pattern)) {
            if (!found || all.cases[one].value_ns < all.cases[*found].value_ns) {
                found = one;
            }
        }
    }
    return found;
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
                    return printable(one.reason);
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
    line.what = rule.what;
    line.program = rule.program;
    line.only = rule.only;
    line.of = rule.first_of_many ? first_of(all, rule.among.front()) : cheapest(all, rule.among);
    if (!line.of) {
        line.why_not = why_not(all, rule.among);
        return line.why_not.empty() ? std::nullopt : std::optional(line);
    }
    const sheet_case& of = all.cases[*line.of];
    if (!rule.less) {
        line.cost = {of.value_ns, of.range};
        line.p99_ns = of.percentiles_ns[2];
        if (rule.among.size() > 1) {
            line.what += ": " + printable(of.key.text("impl"));
        }
        return line;
    }
    const auto less = cheapest(all, {*rule.less});
    if (!less) {
        return std::nullopt;
    }
    line.kind = costs::besides;
    line.cost = cost_above(of, all.cases[*less]);
    return line;
}

} // namespace tollgate::cost_sheet
