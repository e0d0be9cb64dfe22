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

/// Adjusts p-values for their family, so that those of at most 0.05 hold with a chance of one in
/// twenty that any of them is wrong, however they depend on each other: the smallest of n is
/// multiplied by n, the next one by n - 1, and none becomes smaller than the one before. Holm, "A
/// Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6
/// (1979).
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

/// The chance that two such costs are equal; 1 if the passes say that the dear one costs less.
/// Absent where passes do not tell.
std::optional<double> p_value_of(const measured_cost& cheap, const measured_cost& dear) {
    if (cheap.file && cheap.file == dear.file) {
        std::vector<double> ratios;
        for (const auto& [dear_log, cheap_log] : paired_logs(dear, cheap)) {
            ratios.push_back(dear_log - cheap_log);
        }
        if (ratios.size() >= measure::fewest_passes) {
            return stats::mean(ratios) > 0 ? stats::mean_p_value(ratios) : 1;
        }
    }
    const bool all = by_all_rounds(cheap, dear);
    const std::vector<double> of_cheap = cheap.logs_of(all);
    const std::vector<double> of_dear = dear.logs_of(all);
    const auto p_value = stats::welch_p_value(of_cheap, of_dear);
    return p_value && stats::mean(of_dear) <= stats::mean(of_cheap) ? 1 : p_value;
}

bool intervals_differ(const measured_cost& cheap, const measured_cost& dear) {
    const bool all = by_all_rounds(cheap, dear);
    const auto& low = cheap.of(all).range;
    const auto& high = dear.of(all).range;
    return low && high && high->low > low->high;
}

bool above_the_floors(const measured_cost& cheap, const measured_cost& dear) {
    const bool all = by_all_rounds(cheap, dear);
    const double least = std::max(cheap.noise_floor.value_or(0), dear.noise_floor.value_or(0));
    const double low_ns = cheap.of(all).value;
    return dear.of(all).value - low_ns > least * std::abs(low_ns);
}

} // namespace

std::vector<double> measured_cost::logs_of(bool all) const {
    const std::vector<pass_cost>& chosen = passes_of(all);
    std::vector<double> logs(chosen.size());
    std::ranges::transform(chosen, logs.begin(), &pass_cost::log_ns);
    return logs;
}

double times_as_much(const measured_cost& one, const measured_cost& other) {
    const bool all = by_all_rounds(one, other);
    return one.of(all).value / other.of(all).value;
}

std::vector<std::pair<double, double>> paired_logs(const measured_cost& one,
                                                   const measured_cost& other) {
    const bool all = by_all_rounds(one, other);
    const std::vector<pass_cost>& others = other.passes_of(all);
    std::vector<std::pair<double, double>> pairs;
    for (const pass_cost& mine : one.passes_of(all)) {
        const auto its = std::ranges::lower_bound(others, mine.pass, {}, &pass_cost::pass);
        if (its != others.end() && its->pass == mine.pass) {
            pairs.emplace_back(mine.log_ns, its->log_ns);
        }
    }
    return pairs;
}

std::vector<bool> shown_to_cost_more(std::span<const cost_question> family) {
    std::vector<bool> shown(family.size(), false);
    std::vector<double> p_values;
    std::vector<std::size_t> judged;
    for (std::size_t i = 0; i < family.size(); ++i) {
        const auto& [cheap, dear, among] = family[i];
        if (const auto p_value = p_value_of(*cheap, *dear)) {
            p_values.push_back(std::min(1.0, *p_value * static_cast<double>(among) / 2));
            judged.push_back(i);
        } else {
            shown[i] = intervals_differ(*cheap, *dear);
        }
    }
    adjust(p_values);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        shown[judged[i]] = p_values[i] <= measure::error_level;
    }
    for (std::size_t i = 0; i < family.size(); ++i) {
        shown[i] = shown[i] && above_the_floors(*family[i].cheap, *family[i].dear);
    }
    return shown;
}

std::vector<bool> shown_above_first(std::span<const measured_cost> costs) {
    std::vector<cost_question> family;
    for (std::size_t i = 1; i < costs.size(); ++i) {
        family.push_back({&costs.front(), &costs[i], costs.size()});
    }
    std::vector<bool> shown = shown_to_cost_more(family);
    shown.insert(shown.begin(), false);
    return shown;
}

} // namespace tollgate::cost_sheet
