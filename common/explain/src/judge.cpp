// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/judge.hpp>

#include "pass_figures.hpp"

#include <tollgate/explain/hold_checks.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/stats/max_t.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tollgate::explain {
namespace {

using verdict = hold_check::verdict;
using outcome = change::outcome;

/// Precondition: `tried` has this name.
const intervention& find(std::span<const intervention> tried, const std::string& name) {
    return *std::ranges::find(tried, name, &intervention::name);
}

/// The hold check of a variant. For several interventions: of the first that did not hold.
hold_check hold_of(const measure::case_record& control, const measured_variant& variant,
                   std::span<const intervention> tried) {
    hold_check check;
    if (variant.record->rounds.empty()) {
        return {verdict::failed, "it was not measured"};
    }
    for (const std::string& name : variant.names) {
        if (const hold_check_function& check_hold = find(tried, name).check_hold) {
            check = check_hold(control, *variant.record);
        } else if (was_refused(*variant.record)) {
            check = {verdict::failed, "the intervention is not possible any more"};
        }
        if (check.result != verdict::held) {
            break;
        }
    }
    return check;
}

measure::estimate cost_of(const variant_figures& figures) {
    std::vector<double> typical;
    for (const auto& [pass, figure] : figures) {
        typical.push_back(figure.typical);
    }
    return typical.empty() ? measure::estimate{}
                           : measure::estimate{stats::mean(typical),
                                               stats::mean_interval(typical, measure::confidence)};
}

/// The amount by which the case costs less under the variant, in each pass that has both.
stats::max_t_row row_of(const variant_figures& control, const variant_figures& variant) {
    stats::max_t_row row;
    for (const auto& [pass, figure] : control) {
        const auto other = variant.find(pass);
        row.push_back(other == variant.end()
                          ? std::nullopt
                          : std::optional(figure.typical - other->second.typical));
    }
    return row;
}

/// The changes of a half, one for each of its variants, the control first. The variants that held
/// are judged together. A resolved difference has the outcome `once`.
std::vector<change> judge_variants(const half& measured, std::span<const intervention> tried,
                                   double confidence) {
    std::vector<change> found(measured.variants.size());
    std::vector<stats::max_t_row> rows;
    std::vector<change*> judged;
    const measure::case_record& control = *measured.variants.front().record;
    const variant_figures of_control = pass_figures(control);
    found.front().costs_ns = cost_of(of_control);
    for (std::size_t i = 1; i < found.size(); ++i) {
        const measured_variant& variant = measured.variants[i];
        if (variant.names.size() == 1) {
            static_cast<description&>(found[i]) = find(tried, variant.names.front());
        }
        found[i].hold = hold_of(control, variant, tried);
        if (found[i].hold.result == verdict::held) {
            const variant_figures figures = pass_figures(*variant.record);
            found[i].costs_ns = cost_of(figures);
            rows.push_back(row_of(of_control, figures));
            judged.push_back(&found[i]);
        }
    }
    const double noticed_ns = measured.floor * found.front().costs_ns.value;
    const auto results = stats::max_t(rows, confidence);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        const bool resolved = results[i].resolved && std::abs(results[i].estimate) > noticed_ns;
        judged[i]->takes_off_ns = {results[i].estimate, results[i].range};
        judged[i]->result = resolved ? outcome::once : outcome::nothing;
    }
    return found;
}

/// How near a difference is to significant. From 1 on its interval excludes 0.
double nearness(const change& each) {
    const auto& range = each.takes_off_ns.range;
    return range ? each.takes_off_ns.value / (each.takes_off_ns.value - range->low) : 0;
}

/// The changes that can hold at the same time; empty if they are fewer than two.
variant_names combined(const std::vector<const change*>& that_help) {
    variant_names names;
    std::set<std::string> exclusive;
    for (const change* each : that_help) {
        if (each->exclusive.empty() || exclusive.insert(each->exclusive).second) {
            names.push_back(each->name);
        }
    }
    return names.size() < 2 ? variant_names{} : names;
}

/// Whether the sum of these single effects is larger than the effect of all together, judged by
/// pass.
bool overlap(const half& last, const variant_names& singles) {
    const variant_figures control = pass_figures(*last.variants.front().record);
    const stats::max_t_row together = row_of(control, pass_figures(*last.variants.back().record));
    std::vector<stats::max_t_row> rows;
    for (const std::string& name : singles) {
        const auto alone =
            std::ranges::find(last.variants, variant_names{name}, &measured_variant::names);
        rows.push_back(row_of(control, pass_figures(*alone->record)));
    }
    std::vector<double> excess_ns;
    for (std::size_t pass = 0; pass < together.size(); ++pass) {
        const auto has_it = [pass](const stats::max_t_row& row) { return row[pass].has_value(); };
        if (has_it(together) && std::ranges::all_of(rows, has_it)) {
            excess_ns.push_back(-*together[pass]);
            for (const stats::max_t_row& row : rows) {
                excess_ns.back() += *row[pass];
            }
        }
    }
    const auto range = stats::mean_interval(excess_ns, measure::confidence);
    return range && range->low > 0;
}

/// Adds the effect of all changes together, and the cost that is left.
void add_together(const half& last, const std::vector<change>& found, explanation& to) {
    constexpr double nearly_all = 0.75;
    const variant_names& names = last.variants.back().names;
    const change& all = found.back();
    double least_ns = 0;
    variant_names helped; // among the combined changes
    for (const change& each : to.changes) {
        if (!each.is_confirmed() || !each.helps()) {
            continue;
        }
        to.left_ns = to.left_ns.value_or(each.costs_ns);
        if (std::ranges::count(names, each.name) != 0) {
            least_ns = each.takes_off_ns.value; // the last one is the smallest
            helped.push_back(each.name);
        }
    }
    if (helped.size() >= 2 && all.hold.result == verdict::held) {
        using overlaps = all_together::overlap;
        const bool all_help = helped.size() == names.size() && all.result == outcome::once;
        const bool is_enough =
            all_help && all.helps() && least_ns >= nearly_all * all.takes_off_ns.value;
        to.left_ns = all.costs_ns;
        to.together = {names, all.takes_off_ns,
                       !overlap(last, helped) ? overlaps::none
                       : is_enough            ? overlaps::each_is_enough
                                              : overlaps::some};
    }
}

/// The amount that a disturbance adds to the control. The control's rounds are few, so the amount
/// is the average over all comparable variants, relative to their typical figures. A stop of the
/// process disturbs all variants equally. A quota and the host disturb only those equally that use
/// the CPUs in the same way: a variant that keeps CPUs busy uses up the quota itself.
disturbance disturbed_by(disturbance::cause by, const half& last,
                         std::span<const intervention> tried) {
    constexpr std::uint64_t enough_rounds = 5;
    const auto cause = static_cast<std::size_t>(by);
    const auto is_alike = [&](const std::string& name) {
        return find(tried, name).uses_cpus_alike;
    };
    std::map<std::uint64_t, std::vector<double>> relative; // by pass
    std::uint64_t rounds = 0;
    for (const measured_variant& variant : last.variants) {
        if (by == disturbance::cause::stopped || std::ranges::all_of(variant.names, is_alike)) {
            for (const auto& [pass, figure] : pass_figures(*variant.record)) {
                relative[pass].push_back(figure.typical > 0 ? figure.added[cause] / figure.typical
                                                            : 0);
                rounds += figure.rounds[cause];
            }
        }
    }
    std::vector<double> added;
    for (const auto& [pass, figure] : pass_figures(*last.variants.front().record)) {
        added.push_back(figure.typical * stats::mean(relative.at(pass)));
    }
    const double mean_ns = added.empty() ? 0 : stats::mean(added);
    const auto range = stats::mean_interval(added, measure::confidence);
    return {by,
            {mean_ns, range},
            mean_ns > 0 && (rounds >= enough_rounds || (range && range->low > 0))};
}

} // namespace

std::vector<change> judge(const half& first, std::span<const intervention> tried) {
    if (first.variants.empty()) {
        return {};
    }
    std::vector<change> found = judge_variants(first, tried, measure::confidence);
    found.erase(found.begin());
    return found;
}

std::vector<variant_names> to_confirm(const std::vector<change>& changes) {
    constexpr double half_way = 0.5;
    std::vector<const change*> that_help;
    std::vector<const change*> others;
    const change* nearest = nullptr;
    for (const change& each : changes) {
        if (each.result == outcome::once) {
            (each.helps() ? that_help : others).push_back(&each);
        } else if (each.helps() &&
                   nearness(each) > (nearest == nullptr ? half_way : nearness(*nearest))) {
            nearest = &each;
        }
    }
    if (that_help.empty() && nearest != nullptr) {
        that_help.push_back(nearest);
    }
    std::vector<variant_names> variants{{}};
    for (auto [group, most] :
         {std::pair(&that_help, most_that_help), std::pair(&others, most_others)}) {
        std::ranges::stable_sort(*group, std::ranges::greater{},
                                 [](const change* each) { return each->takes_off_ns.value; });
        group->resize(std::min(group->size(), most));
        for (const change* each : *group) {
            variants.push_back({each->name});
        }
    }
    if (variant_names together = combined(that_help); !together.empty()) {
        variants.push_back(std::move(together));
    }
    return variants.size() == 1 ? std::vector<variant_names>{} : variants;
}

explanation explain(const half& last, bool confirms, std::span<const intervention> tried,
                    std::vector<change> changes) {
    explanation all;
    if (last.variants.empty()) {
        return all;
    }
    const std::vector<change> found = judge_variants(last, tried, measure::confidence);
    for (change& each : changes) {
        const double first_half_ns = std::exchange(each.takes_off_ns, {}).value;
        each.costs_ns = {};
        const auto now = std::ranges::find(found, each.name, &change::name);
        if (!confirms || now == found.end()) {
            continue;
        }
        const bool is_same = (now->takes_off_ns.value > 0) == (first_half_ns > 0);
        each.hold = now->hold;
        each.takes_off_ns = now->takes_off_ns;
        each.costs_ns = now->costs_ns;
        if (now->hold.result != verdict::held) {
            each.result = outcome::nothing;
        } else if (now->result == outcome::once && is_same) {
            each.result = outcome::confirmed;
        }
    }
    all.of = last.variants.front().record->key;
    all.cost_ns = found.front().costs_ns;
    all.changes = std::move(changes);
    std::ranges::stable_sort(all.changes, std::ranges::greater{},
                             [](const change& each) { return each.takes_off_ns.value; });
    add_together(last, found, all);
    for (const auto by :
         {disturbance::cause::stopped, disturbance::cause::throttled, disturbance::cause::stolen}) {
        const disturbance added = disturbed_by(by, last, tried);
        if (added.adds_ns.value != 0) {
            all.disturbed.push_back(added);
        }
    }
    return all;
}

} // namespace tollgate::explain
