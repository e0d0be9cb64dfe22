// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/judge.hpp>

#include "pass_figures.hpp"

#include <tollgate/explain/design.hpp>
#include <tollgate/stats/max_t.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::explain {
namespace {

using values = std::vector<double>; ///< one for each pass

/// The values of the arms in the passes that have all of them.
struct table {
    std::vector<pass_figure> control; ///< one for each pass; see with_what_was_taken
    std::vector<values> arms;         ///< typical figures, a row for each arm, the control's first

    [[nodiscard]] std::size_t passes() const { return control.size(); }
};

using figures_of_arm = std::map<std::uint64_t, pass_figure>;

using arm_figures = std::vector<const figures_of_arm*>;

/// A thing that meets these arms alike, and each of them seldom: the control is given the average
/// over all of them of what it added, relative to the typical figure.
void share_out(double pass_figure::*part, std::uint64_t pass, const arm_figures& arms,
               pass_figure& control) {
    double share = 0;
    for (const figures_of_arm* one : arms) {
        const pass_figure& figure = one->at(pass);
        share += figure.typical > 0 ? figure.*part / figure.typical : 0;
    }
    control.*part = control.typical * share / static_cast<double>(arms.size());
}

void add_up(std::uint64_t pass_figure::*rounds, std::uint64_t pass, const arm_figures& arms,
            pass_figure& control) {
    control.*rounds = 0;
    for (const figures_of_arm* one : arms) {
        control.*rounds += one->at(pass).*rounds;
    }
}

/// A stop of the process meets all arms alike. A quota and the host meet those alike that use the
/// CPUs in the same way: an arm that keeps CPUs busy uses up the quota itself.
pass_figure with_what_was_taken(pass_figure control, std::uint64_t pass, const arm_figures& all,
                                const arm_figures& alike) {
    share_out(&pass_figure::stopped, pass, all, control);
    add_up(&pass_figure::rounds_stopped, pass, all, control);
    share_out(&pass_figure::throttled, pass, alike, control);
    add_up(&pass_figure::rounds_throttled, pass, alike, control);
    share_out(&pass_figure::stolen, pass, alike, control);
    control.mean =
        control.typical + control.rare + control.stopped + control.throttled + control.stolen;
    return control;
}

bool uses_cpus_alike(const measured_arm& arm, std::span<const intervention> tried) {
    return std::all_of(arm.of.begin(), arm.of.end(), [&](const std::string& name) {
        const auto one = std::find_if(tried.begin(), tried.end(),
                                      [&](const intervention& each) { return each.name == name; });
        return one != tried.end() && one->uses_cpus_alike;
    });
}

table table_of(const stage& of, std::span<const intervention> tried) {
    std::vector<figures_of_arm> figures;
    for (const measured_arm& one : of.arms) {
        figures.push_back(pass_figures(*one.record));
    }
    arm_figures all;
    arm_figures alike;
    for (std::size_t arm = 0; arm < figures.size(); ++arm) {
        all.push_back(&figures[arm]);
        if (uses_cpus_alike(of.arms[arm], tried)) {
            alike.push_back(&figures[arm]);
        }
    }
    table made;
    made.arms.resize(of.arms.size());
    if (figures.empty()) {
        return made;
    }
    for (const auto& [pass, figure] : figures.front()) {
        if (!std::all_of(figures.begin(), figures.end(),
                         [&, pass = pass](const auto& one) { return one.contains(pass); })) {
            continue;
        }
        made.control.push_back(with_what_was_taken(figure, pass, all, alike));
        for (std::size_t arm = 0; arm < figures.size(); ++arm) {
            made.arms[arm].push_back(figures[arm].at(pass).typical);
        }
    }
    return made;
}

/// The arm that stands for each set of factors, and the arm of the base.
struct roles {
    std::vector<std::string> factors;
    std::vector<std::size_t> arms; ///< of the sets
    std::optional<std::size_t> base;
};

std::optional<std::size_t> index_of(const std::vector<std::string>& names, const stage& of) {
    const auto arm = std::find_if(of.arms.begin(), of.arms.end(),
                                  [&](const measured_arm& one) { return one.of == names; });
    return arm == of.arms.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(arm - of.arms.begin()));
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether it held in each arm that it is part of.
bool is_proven(const std::string& name, const stage& of, std::span<const intervention> tried) {
    const auto one = std::find_if(tried.begin(), tried.end(),
                                  [&](const intervention& each) { return each.name == name; });
    if (one == tried.end() || !one->proof) {
        return true;
    }
    return std::all_of(of.arms.begin(), of.arms.end(), [&](const measured_arm& arm) {
        return !has(arm.of, name) ||
               one->proof(*of.arms.front().record, *arm.record).what == hold_proof::verdict::held;
    });
}

roles roles_of(const stage& of, const question& asked) {
    roles found;
    std::copy_if(asked.factors.begin(), asked.factors.end(), std::back_inserter(found.factors),
                 [&](const std::string& one) { return is_proven(one, of, asked.tried); });
    for (const std::vector<std::string>& names : arms_together(found.factors, {})) {
        const auto arm = index_of(names, of);
        if (!arm) { // not all of them were measured
            found.factors.clear();
            found.arms = {0};
            break;
        }
        found.arms.push_back(*arm);
    }
    found.base = asked.base.empty() ? std::nullopt : index_of({asked.base}, of);
    return found;
}

/// A figure of each pass, from the values of the runs in it.
template <class Figure>
values in_each_pass(const table& seen, const roles& who, Figure figure) {
    values all;
    for (std::size_t pass = 0; pass < seen.passes(); ++pass) {
        values of_runs;
        for (const std::size_t arm : who.arms) {
            of_runs.push_back(seen.arms[arm][pass]);
        }
        all.push_back(figure(of_runs));
    }
    return all;
}

values subtracted(values from, const values& what) {
    std::transform(from.begin(), from.end(), what.begin(), from.begin(), std::minus<>());
    return from;
}

values added(values to, const values& what) {
    std::transform(to.begin(), to.end(), what.begin(), to.begin(), std::plus<>());
    return to;
}

stats::max_t_row as_row(const values& of) {
    return {of.begin(), of.end()};
}

/// The factors whose shares these runs confirm.
std::vector<std::size_t> confirmed(const std::vector<values>& shares) {
    std::vector<stats::max_t_row> rows;
    rows.reserve(shares.size());
    for (const values& one : shares) {
        rows.push_back(as_row(one));
    }
    const auto judged = stats::max_t(rows, measure::confidence);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        if (judged[i].resolved && judged[i].estimate > 0) {
            found.push_back(i);
        }
    }
    return found;
}

/// Whether most of the smaller effect of two factors is part of the larger one.
bool share_their_effect(std::size_t one, std::size_t other, const table& seen, const roles& who) {
    const values overlap = in_each_pass(
        seen, who, [&](const values& of_sets) { return overlap_of(one, other, of_sets); });
    const auto effect = [&](std::size_t factor) {
        return stats::mean(in_each_pass(
            seen, who, [&](const values& of_sets) { return effect_of(factor, of_sets); }));
    };
    const auto range = stats::mean_interval(overlap, measure::confidence);
    return range && range->low > 0 &&
           stats::mean(overlap) > std::min(effect(one), effect(other)) / 2;
}

/// The factors in groups that share an effect; the first of a group has the largest one.
std::vector<std::vector<std::size_t>> groups_of(const std::vector<std::size_t>& factors,
                                                const table& seen, const roles& who) {
    std::vector<std::vector<std::size_t>> groups;
    for (const std::size_t one : factors) {
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& known) {
            return std::any_of(known.begin(), known.end(), [&](std::size_t other) {
                return share_their_effect(one, other, seen, who);
            });
        });
        if (group == groups.end()) {
            groups.push_back({one});
        } else {
            group->push_back(one);
        }
    }
    return groups;
}

/// The shares while they are collected: what is left of the cost is the rest.
struct collected {
    std::vector<share> shares;
    std::vector<values> figures; ///< of each share, one value for each pass

    void add(share_kind what, std::vector<std::string> of, values figure) {
        shares.push_back({what, std::move(of), {}, false});
        figures.push_back(std::move(figure));
    }
    /// A part that the kernel counted in enough rounds is resolved, however uncertain its size is.
    void add_if_counted(share_kind what, double pass_figure::*part,
                        std::uint64_t pass_figure::*rounds, const table& seen) {
        constexpr std::uint64_t enough = 5;
        std::uint64_t counted = 0;
        for (const pass_figure& one : seen.control) {
            counted += one.*rounds;
        }
        add_if_any(what, part, seen);
        if (counted >= enough && !shares.empty() && shares.back().what == what) {
            shares.back().resolved = true;
        }
    }
    void add_if_any(share_kind what, double pass_figure::*part, const table& seen) {
        values figure;
        for (const pass_figure& one : seen.control) {
            figure.push_back(one.*part);
        }
        if (std::any_of(figure.begin(), figure.end(), [](double ns) { return ns != 0; })) {
            add(what, {}, std::move(figure));
        }
    }
    void add_rest(const values& cost) {
        values rest = cost;
        for (const values& one : figures) {
            rest = subtracted(std::move(rest), one);
        }
        add(share_kind::rest, {}, std::move(rest));
    }
    /// The intervals hold for all shares together.
    void judge() {
        std::vector<stats::max_t_row> rows;
        for (const values& one : figures) {
            rows.push_back(as_row(one));
        }
        const auto judged = stats::max_t(rows, measure::confidence);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            shares[i].ns = {judged[i].estimate, judged[i].range};
            shares[i].resolved =
                judged[i].resolved || (shares[i].resolved && judged[i].estimate > 0);
        }
    }
};

/// A share below the noise floor is none.
void add_interventions(const table& seen, const roles& who, double noticed_ns, collected& all) {
    std::vector<values> shares;
    for (std::size_t i = 0; i < who.factors.size(); ++i) {
        shares.push_back(
            in_each_pass(seen, who, [&](const values& of_runs) { return share_of(i, of_runs); }));
    }
    for (const auto& group : groups_of(confirmed(shares), seen, who)) {
        values together(seen.passes(), 0);
        std::vector<std::string> names;
        for (const std::size_t factor : group) {
            together = added(std::move(together), shares[factor]);
            names.push_back(who.factors[factor]);
        }
        if (stats::mean(together) > noticed_ns) {
            all.add(share_kind::intervention, std::move(names), std::move(together));
        }
    }
}

} // namespace

explanation explain(const stage& of, const question& asked) {
    explanation found;
    if (of.arms.empty()) {
        return found;
    }
    const measure::case_record& control = *of.arms.front().record;
    found.of = control.key;
    found.unit = control.unit;
    const table seen = table_of(of, asked.tried);
    if (seen.passes() == 0) {
        return found;
    }
    const roles who = roles_of(of, asked);
    values cost;
    for (const pass_figure& one : seen.control) {
        cost.push_back(one.mean);
    }
    collected all;
    all.add_if_counted(share_kind::stopped, &pass_figure::stopped, &pass_figure::rounds_stopped,
                       seen);
    all.add_if_counted(share_kind::throttled, &pass_figure::throttled,
                       &pass_figure::rounds_throttled, seen);
    all.add_if_any(share_kind::stolen, &pass_figure::stolen, seen);
    add_interventions(seen, who, of.floor * stats::mean(seen.arms.front()), all);
    // If the case costs less under all factors than at the base, the base is not its least cost.
    if (who.base && stats::mean(seen.arms[*who.base]) < stats::mean(seen.arms[who.arms.back()])) {
        all.add(share_kind::base, {asked.base}, seen.arms[*who.base]);
    }
    all.add_if_any(share_kind::rare, &pass_figure::rare, seen);
    all.add_rest(cost);
    all.judge();
    found.shares = std::move(all.shares);
    found.cost_ns = {stats::mean(cost), stats::mean_interval(cost, measure::confidence)};
    return found;
}

} // namespace tollgate::explain
