// SPDX-License-Identifier: BSL-1.0
#include "shown_dearer.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/holm.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/welch_interval.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

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

/// The chance that two such costs are equal; absent where passes do not tell.
std::optional<double> p_value_of(const sheet_case& cheap, const sheet_case& dear) {
    if (cheap.file == dear.file) {
        const std::vector<double> ratios = log_ratios(cheap, dear);
        if (ratios.size() >= measure::fewest_quiet_passes) {
            return stats::mean_p_value(ratios);
        }
    }
    return stats::welch_p_value(logs_of(cheap), logs_of(dear));
}

bool intervals_differ(const sheet_case& cheap, const sheet_case& dear) {
    return cheap.range && dear.range && dear.range->low > cheap.range->high;
}

bool above_the_floors(const sheet_case& cheap, const sheet_case& dear) {
    const double least = std::max(cheap.noise_floor.value_or(0), dear.noise_floor.value_or(0));
    return dear.value_ns - cheap.value_ns > least * std::abs(cheap.value_ns);
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

} // namespace tollgate::cost_sheet
