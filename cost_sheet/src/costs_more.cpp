// SPDX-License-Identifier: BSL-1.0
#include "costs_more.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tollgate::cost_sheet {
namespace {

/// Adjusts p-values for their family. If all adjusted values up to 0.05 are accepted, the chance
/// that any of them is wrong is one in twenty, however they depend on each other. The smallest of
/// n is multiplied by n, the next by n - 1 and so on; no value becomes smaller than its
/// predecessor. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian
/// Journal of Statistics 6 (1979).
void adjust(std::vector<double>& p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t at) { return p_values[at]; });
    double largest = 0;
    std::size_t left = order.size();
    for (const std::size_t at : order) {
        largest = std::max(largest, p_values[at] * static_cast<double>(left--));
        p_values[at] = largest;
    }
}

/// The p-value of the hypothesis that both costs are equal; 1 if the passes contradict the order of
/// the values. Absent if passes cannot decide.
std::optional<double> p_value_of(const measured_cost& cheap, const measured_cost& expensive) {
    if (cheap.file && cheap.file == expensive.file) {
        std::vector<double> ratios;
        for (const auto& [expensive_log, cheap_log] : paired_logs(expensive, cheap)) {
            ratios.push_back(expensive_log - cheap_log);
        }
        if (ratios.size() >= measure::fewest_passes) {
            return stats::mean(ratios) > 0 ? stats::mean_p_value(ratios) : 1;
        }
    }
    const bool all = by_all_rounds(cheap, expensive);
    const std::vector<double> cheap_logs = cheap.logs_of(all);
    const std::vector<double> expensive_logs = expensive.logs_of(all);
    const auto p_value = stats::welch_p_value(cheap_logs, expensive_logs);
    return p_value && stats::mean(expensive_logs) <= stats::mean(cheap_logs) ? 1 : p_value;
}

bool intervals_differ(const measured_cost& cheap, const measured_cost& expensive) {
    const bool all = by_all_rounds(cheap, expensive);
    const auto& low = cheap.estimate_of(all).range;
    const auto& high = expensive.estimate_of(all).range;
    return low && high && high->low > low->high;
}

bool above_the_floors(const measured_cost& cheap, const measured_cost& expensive) {
    if (!cheap.noise_floor || !expensive.noise_floor) {
        return false;
    }
    const bool all = by_all_rounds(cheap, expensive);
    const double least = std::max(*cheap.noise_floor, *expensive.noise_floor);
    const double low_ns = cheap.estimate_of(all).value;
    return expensive.estimate_of(all).value - low_ns > least * std::abs(low_ns);
}

} // namespace

measured_cost measured_cost::over_all_rounds() const {
    measured_cost over_all = *this;
    over_all.ns = estimate_of(true);
    over_all.passes = passes_of(true);
    over_all.all_rounds.reset();
    return over_all;
}

std::vector<double> measured_cost::logs_of(bool all) const {
    const std::vector<pass_cost>& chosen = passes_of(all);
    std::vector<double> logs(chosen.size());
    std::ranges::transform(chosen, logs.begin(), &pass_cost::log_ns);
    return logs;
}

double times_as_much(const measured_cost& cost, const measured_cost& base) {
    const bool all = by_all_rounds(cost, base);
    return cost.estimate_of(all).value / base.estimate_of(all).value;
}

std::vector<std::pair<double, double>> paired_logs(const measured_cost& first,
                                                   const measured_cost& second) {
    const bool all = by_all_rounds(first, second);
    const std::vector<pass_cost>& second_passes = second.passes_of(all);
    std::vector<std::pair<double, double>> pairs;
    for (const pass_cost& pass : first.passes_of(all)) {
        const auto same = std::ranges::lower_bound(second_passes, pass.pass, {}, &pass_cost::pass);
        if (same != second_passes.end() && same->pass == pass.pass) {
            pairs.emplace_back(pass.log_ns, same->log_ns);
        }
    }
    return pairs;
}

std::vector<bool> shown_to_cost_more(std::span<const cost_question> family) {
    std::vector<bool> larger(family.size(), false);
    std::vector<double> p_values;
    std::vector<std::size_t> judged;
    for (std::size_t i = 0; i < family.size(); ++i) {
        const auto& [cheap, expensive, among] = family[i];
        if (const auto p_value = p_value_of(*cheap, *expensive)) {
            p_values.push_back(std::min(1.0, *p_value * static_cast<double>(among) / 2));
            judged.push_back(i);
        } else {
            larger[i] = intervals_differ(*cheap, *expensive);
        }
    }
    adjust(p_values);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        larger[judged[i]] = p_values[i] <= measure::error_level;
    }
    for (std::size_t i = 0; i < family.size(); ++i) {
        larger[i] = larger[i] && above_the_floors(*family[i].cheap, *family[i].expensive);
    }
    return larger;
}

std::vector<bool> shown_above_first(std::span<const measured_cost> costs) {
    std::vector<cost_question> family;
    for (std::size_t i = 1; i < costs.size(); ++i) {
        family.push_back({&costs.front(), &costs[i], costs.size()});
    }
    std::vector<bool> larger = shown_to_cost_more(family);
    larger.insert(larger.begin(), false);
    return larger;
}

} // namespace tollgate::cost_sheet
