// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/judge.hpp>

#include "pass_figures.hpp"

#include <tollgate/explain/counted_proofs.hpp>
#include <tollgate/explain/design.hpp>
#include <tollgate/stats/max_t.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tollgate::explain {
namespace {

using figures_of_passes = std::map<std::uint64_t, pass_figure>;

/// The amount by which the case costs less under the arm, in each pass that has both.
stats::max_t_row row_of(const figures_of_passes& control, const figures_of_passes& arm) {
    stats::max_t_row row;
    for (const auto& [pass, figure] : control) {
        const auto other = arm.find(pass);
        row.push_back(other == arm.end() ? std::nullopt
                                         : std::optional(figure.typical - other->second.typical));
    }
    return row;
}

/// The scatter of the arm relative to the control's, as a logarithm.
stats::max_t_row scatter_of(const figures_of_passes& control, const figures_of_passes& arm) {
    stats::max_t_row row;
    for (const auto& [pass, figure] : control) {
        const auto other = arm.find(pass);
        const bool known = other != arm.end() && figure.scatter > 0 && other->second.scatter > 0;
        row.push_back(known ? std::optional(std::log(other->second.scatter / figure.scatter))
                            : std::nullopt);
    }
    return row;
}

/// The amount that the arm adds to the standard deviation of the control's batches.
double added_scatter(const figures_of_passes& control, const figures_of_passes& arm) {
    std::vector<double> variances;
    for (const auto& [pass, figure] : control) {
        if (const auto other = arm.find(pass); other != arm.end()) {
            variances.push_back(other->second.scatter * other->second.scatter -
                                figure.scatter * figure.scatter);
        }
    }
    return variances.empty() ? 0 : std::sqrt(std::max(0.0, stats::median(variances)));
}

const measured_arm* find_arm(const stage& of, const std::string& name) {
    const auto found = std::find_if(of.arms.begin(), of.arms.end(), [&](const measured_arm& one) {
        return one.of == std::vector<std::string>{name};
    });
    return found == of.arms.end() ? nullptr : &*found;
}

double mean_typical(const figures_of_passes& passes) {
    std::vector<double> values;
    for (const auto& [pass, figure] : passes) {
        values.push_back(figure.typical);
    }
    return values.empty() ? 0 : stats::mean(values);
}

tried_alone described(const intervention& one) {
    tried_alone found;
    found.name = one.name;
    found.effect = one.effect;
    found.verdict = one.verdict;
    found.follows = one.follows;
    found.exclusive = one.exclusive;
    found.is_scatter = one.is_scatter;
    found.is_alternative = one.is_alternative;
    found.is_base = one.is_base;
    return found;
}

/// A difference that was not resolved is looked at once more when the first stage has gone on: the
/// chance of an error is shared out between both looks.
constexpr int looks = 2;

bool may_be_factor(const tried_alone& one) {
    return one.proof.what == hold_proof::verdict::held && !one.is_alternative && !one.is_scatter &&
           one.takes_off_ns.value > 0;
}

/// How near a difference is to one that its interval tells from 0: 1 and more if it does.
double nearness(const tried_alone& one) {
    const auto& range = one.takes_off_ns.range;
    return range ? one.takes_off_ns.value / (one.takes_off_ns.value - range->low) : 0;
}
constexpr double half_way = 0.5;

} // namespace

std::vector<tried_alone> judge_alone(const stage& first, std::span<const intervention> tried) {
    std::vector<tried_alone> alone;
    if (first.arms.empty()) {
        return alone;
    }
    const measure::case_record& control = *first.arms.front().record;
    const figures_of_passes of_control = pass_figures(control);
    std::vector<stats::max_t_row> rows;
    std::vector<std::size_t> judged;
    for (const intervention& one : tried) {
        tried_alone found = described(one);
        const measured_arm* arm = find_arm(first, one.name);
        if (arm == nullptr || arm->record->rounds.empty()) {
            found.proof = {hold_proof::verdict::failed, "it was not measured"};
            alone.push_back(std::move(found));
            continue;
        }
        if (one.proof) {
            found.proof = one.proof(control, *arm->record);
        } else if (was_refused(*arm->record)) {
            found.proof = {hold_proof::verdict::failed, "it is not possible any more"};
        }
        const figures_of_passes of_arm = pass_figures(*arm->record);
        found.costs_ns = mean_typical(of_arm);
        if (found.proof.what == hold_proof::verdict::held) {
            rows.push_back(one.is_scatter ? scatter_of(of_control, of_arm)
                                          : row_of(of_control, of_arm));
            found.scatter_ns = one.is_scatter ? added_scatter(of_control, of_arm) : 0;
            judged.push_back(alone.size());
        }
        alone.push_back(std::move(found));
    }
    const double noticed = first.floor * mean_typical(of_control);
    const auto results = stats::max_t(rows, 1 - measure::error_level / looks);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        tried_alone& one = alone[judged[i]];
        if (one.is_scatter) {
            one.resolved = results[i].resolved && results[i].estimate > 0;
            continue;
        }
        one.takes_off_ns = {results[i].estimate, results[i].range};
        one.resolved = results[i].resolved && std::abs(results[i].estimate) > noticed;
    }
    return alone;
}

std::vector<std::string> factors_of(std::span<const tried_alone> alone) {
    std::vector<const tried_alone*> moved;
    const tried_alone* nearest = nullptr;
    for (const tried_alone& one : alone) {
        if (!may_be_factor(one)) {
            continue;
        }
        if (one.resolved) {
            moved.push_back(&one);
        }
        if (nearness(one) > (nearest == nullptr ? half_way : nearness(*nearest))) {
            nearest = &one;
        }
    }
    if (moved.empty()) {
        return nearest == nullptr ? std::vector<std::string>{} : std::vector{nearest->name};
    }
    std::stable_sort(moved.begin(), moved.end(), [](const auto* one, const auto* other) {
        return one->takes_off_ns.value > other->takes_off_ns.value;
    });
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const tried_alone* one : moved) {
        const bool goes_with_all = one->exclusive.empty() || taken.insert(one->exclusive).second;
        if (goes_with_all && names.size() < most_factors) {
            names.push_back(one->name);
        }
    }
    return names;
}

std::string base_of(std::span<const tried_alone> alone) {
    for (const tried_alone& one : alone) {
        if (one.is_base && one.resolved && one.takes_off_ns.value > 0) {
            return one.name;
        }
    }
    return {};
}

std::vector<std::vector<std::string>> arms_together(const std::vector<std::string>& factors,
                                                    const std::string& base) {
    std::vector<std::vector<std::string>> arms;
    for (factor_set set = 0; set < runs_of(factors.size()); ++set) {
        std::vector<std::string>& one = arms.emplace_back();
        for (std::size_t i = 0; i < factors.size(); ++i) {
            if (((set >> i) & 1U) != 0) {
                one.push_back(factors[i]);
            }
        }
    }
    if (!base.empty()) {
        arms.push_back({base});
    }
    return arms;
}

} // namespace tollgate::explain
