// SPDX-License-Identifier: BSL-1.0
#include "ladder.hpp"

#include <tollgate/clock/source.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/stats/holm.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/welch_interval.hpp>

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

/// One for each pass that both have.
std::vector<double> log_ratios(const sheet_case& cheap, const sheet_case& dear) {
    std::vector<double> ratios;
    auto other = cheap.pass_costs.begin();
    for (const pass_cost& one : dear.pass_costs) {
        while (other != cheap.pass_costs.end() && other->pass < one.pass) {
            ++other;
        }
        if (other != cheap.pass_costs.end() && other->pass == one.pass) {
            ratios.push_back(one.log_ns - other->log_ns);
        }
    }
    return ratios;
}

std::vector<double> logs_of(const sheet_case& one) {
    std::vector<double> logs;
    for (const pass_cost& each : one.pass_costs) {
        logs.push_back(each.log_ns);
    }
    return logs;
}

bool alike(const sheet_case& cheap, const sheet_case& dear) {
    return cheap.quiet_share.has_value() == dear.quiet_share.has_value();
}

/// The chance that two such costs are equal; 1 if the passes say that the dearer one costs less.
/// Absent where passes do not tell.
std::optional<double> p_value_of(const sheet_case& cheap, const sheet_case& dear) {
    if (!alike(cheap, dear)) {
        return std::nullopt;
    }
    if (cheap.file == dear.file) {
        const std::vector<double> ratios = log_ratios(cheap, dear);
        if (ratios.size() >= measure::fewest_passes) {
            return stats::mean(ratios) > 0 ? stats::mean_p_value(ratios) : 1;
        }
    }
    const std::vector<double> of_cheap = logs_of(cheap);
    const std::vector<double> of_dear = logs_of(dear);
    const auto p_value = stats::welch_p_value(of_cheap, of_dear);
    return p_value && stats::mean(of_dear) <= stats::mean(of_cheap) ? 1 : p_value;
}

std::optional<stats::interval> as_it_is(const sheet_case& one) {
    return one.quiet_share ? one.as_it_is_range : one.range;
}

/// Of a quiet value and one as it is, both as they are.
bool intervals_differ(const sheet_case& cheap, const sheet_case& dear) {
    const bool same = alike(cheap, dear);
    const auto low = same ? cheap.range : as_it_is(cheap);
    const auto high = same ? dear.range : as_it_is(dear);
    return low && high && high->low > low->high;
}

bool above_the_floors(const sheet_case& cheap, const sheet_case& dear) {
    const double least = std::max(cheap.noise_floor.value_or(0), dear.noise_floor.value_or(0));
    const bool same = alike(cheap, dear);
    const double low_ns = same ? cheap.value_ns : cheap.as_it_is_ns.value_or(cheap.value_ns);
    const double high_ns = same ? dear.value_ns : dear.as_it_is_ns.value_or(dear.value_ns);
    return high_ns - low_ns > least * std::abs(low_ns);
}

} // namespace

std::vector<bool> shown_dearer(const sheet& all, std::span<const std::size_t> cases) {
    std::vector<bool> shown(cases.size(), false);
    const double choices = static_cast<double>(cases.size()) / 2;
    std::vector<double> p_values;
    std::vector<std::size_t> judged;
    for (std::size_t i = 1; i < cases.size(); ++i) {
        const sheet_case& cheap = all.cases[cases.front()];
        const sheet_case& dear = all.cases[cases[i]];
        if (const auto p_value = p_value_of(cheap, dear)) {
            p_values.push_back(std::min(1.0, choices * *p_value));
            judged.push_back(i);
        } else {
            shown[i] = intervals_differ(cheap, dear);
        }
    }
    const std::vector<double> adjusted = stats::holm(p_values);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        shown[judged[i]] = adjusted[i] <= measure::error_level;
    }
    for (std::size_t i = 1; i < cases.size(); ++i) {
        shown[i] = shown[i] && above_the_floors(all.cases[cases.front()], all.cases[cases[i]]);
    }
    return shown;
}

namespace {

ladder_group ranked(const sheet& all, choice what, std::vector<std::size_t> cases) {
    std::stable_sort(cases.begin(), cases.end(), [&](std::size_t a, std::size_t b) {
        return all.cases[a].value_ns < all.cases[b].value_ns;
    });
    ladder_group group{what, {}};
    const std::vector<bool> dearer = shown_dearer(all, cases);
    const double cheapest = all.cases[cases.front()].value_ns;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        rung one{cases[i], std::nullopt, false};
        const sheet_case& shown = all.cases[cases[i]];
        if (cheapest > 0) {
            one.ratio = shown.value_ns / cheapest;
        }
        one.tied = i != 0 && !dearer[i];
        group.rungs.push_back(one);
    }
    return group;
}

/// Several files of one machine say the same: the cheapest reading of each clock is named.
std::vector<mark> marks_of(const sheet& all) {
    std::vector<mark> marks;
    const auto add = [&](std::string name, double ns) {
        if (!(ns > 0) || !std::isfinite(ns)) {
            return;
        }
        const auto same = std::find_if(marks.begin(), marks.end(),
                                       [&](const mark& one) { return one.name == name; });
        if (same == marks.end()) {
            marks.push_back({std::move(name), ns});
        } else {
            same->ns = std::min(same->ns, ns);
        }
    };
    for (const sheet_file& file : all.files) {
        if (!file.foreign && file.proven) {
            add("a reading of the clock " + std::string(clock::to_string(file.clock.source)),
                file.clock.reading_ns_p50);
            add("a load that misses the first cache", file.clock.l1_miss_ns);
        }
    }
    std::sort(marks.begin(), marks.end(), [](const mark& a, const mark& b) { return a.ns < b.ns; });
    return marks;
}

void find_scale(const sheet& all, ladder& found) {
    const auto see = [&](double ns) {
        if (ns > 0) {
            found.least_ns = found.least_ns > 0 ? std::min(found.least_ns, ns) : ns;
            found.most_ns = std::max(found.most_ns, ns);
        }
    };
    for (const mark& one : found.marks) {
        see(one.ns);
    }
    for (const ladder_group& group : found.groups) {
        for (const rung& one : group.rungs) {
            const sheet_case& shown = all.cases[one.of];
            see(shown.value_ns);
            see(shown.percentiles_ns[2].value_or(0));
        }
    }
}

} // namespace

ladder make_ladder(const sheet& all) {
    std::array<std::vector<std::size_t>, all_choices.size()> members;
    ladder found;
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        const sheet_case& one = all.cases[i];
        if (!one.proven || !all.files[one.file].proven) {
            found.failed.push_back(i);
        } else {
            members.at(static_cast<std::size_t>(choice_of(one.key))).push_back(i);
        }
    }
    for (const choice what : all_choices) {
        auto& cases = members.at(static_cast<std::size_t>(what));
        if (!cases.empty()) {
            found.groups.push_back(ranked(all, what, std::move(cases)));
        }
    }
    found.marks = marks_of(all);
    find_scale(all, found);
    return found;
}

} // namespace tollgate::cost_sheet
