// SPDX-License-Identifier: BSL-1.0
#include "across/told_apart.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/holm.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/welch_interval.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// A row's costs, by the machines' indices.
using row_costs = std::map<std::size_t, const machine_cost*>;

/// One machine against another one in a row.
struct machine_pair {
    const std::string* name = nullptr;
    std::size_t machine = 0;
    std::size_t other = 0;
};

/// Whether both are of quiet rounds, or both of all.
bool alike(const machine_cost& one, const machine_cost& other) {
    return one.as_it_is.has_value() == other.as_it_is.has_value();
}

/// By their intervals; a quiet cost and one as it is, both as they are.
bool is_above(const machine_cost& one, const machine_cost& other) {
    const bool same = alike(one, other);
    const auto& a = same || !one.as_it_is ? one.range : one.as_it_is;
    const auto& b = same || !other.as_it_is ? other.range : other.as_it_is;
    return a && b && a->low > b->high;
}

/// The chance that two costs are equal. Absent where passes do not tell.
std::optional<double> p_value_of(const machine_cost& one, const machine_cost& other) {
    return alike(one, other) ? stats::welch_p_value(other.logs, one.logs) : std::nullopt;
}

/// Comparisons that are judged together.
class family {
public:
    void add(const machine_pair& pair, const row_costs& row) {
        const machine_cost& one = *row.at(pair.machine);
        const machine_cost& other = *row.at(pair.other);
        if (const auto p_value = p_value_of(one, other)) {
            judge(pair, *p_value);
        } else if (is_above(one, other) || is_above(other, one)) {
            differ_.push_back(pair);
        }
    }
    /// The other is the cheapest, which any of the row could have been. It may be so by its value,
    /// and neither by its passes nor as it is: then nothing is shown.
    void add_dearer(const machine_pair& pair, const row_costs& row) {
        const machine_cost& one = *row.at(pair.machine);
        const machine_cost& cheapest = *row.at(pair.other);
        if (const auto p_value = p_value_of(one, cheapest)) {
            const bool dearer = stats::mean(one.logs) > stats::mean(cheapest.logs);
            judge(pair, dearer ? std::min(1.0, *p_value * static_cast<double>(row.size()) / 2) : 1);
        } else if (is_above(one, cheapest)) {
            differ_.push_back(pair);
        }
    }
    [[nodiscard]] std::vector<machine_pair> differ() const {
        std::vector<machine_pair> all = differ_;
        const std::vector<double> adjusted = stats::holm(p_values_);
        for (std::size_t i = 0; i < judged_.size(); ++i) {
            if (adjusted[i] <= measure::error_level) {
                all.push_back(judged_[i]);
            }
        }
        return all;
    }

private:
    void judge(const machine_pair& pair, double p_value) {
        judged_.push_back(pair);
        p_values_.push_back(p_value);
    }

    std::vector<machine_pair> judged_;
    std::vector<double> p_values_;
    std::vector<machine_pair> differ_; ///< by their intervals
};

std::map<std::string, row_costs> rows_of(const std::vector<column>& machines) {
    std::map<std::string, row_costs> rows;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        for (const auto& [name, cost] : machines[i].costs) {
            rows[name][i] = &cost;
        }
    }
    return rows;
}

std::size_t cheapest_of(const row_costs& row) {
    return std::min_element(
               row.begin(), row.end(),
               [](const auto& a, const auto& b) { return a.second->ns < b.second->ns; })
        ->first;
}

} // namespace

std::map<std::string, told_apart> tell_apart(const std::vector<column>& machines) {
    const std::map<std::string, row_costs> rows = rows_of(machines);
    family with_first;
    family with_cheapest;
    std::map<std::string, told_apart> all;
    for (const auto& [name, row] : rows) {
        const std::size_t cheapest = cheapest_of(row);
        for (const auto& [machine, cost] : row) {
            all[name].best.insert(machine);
            if (machine != 0 && row.count(0) != 0) {
                with_first.add({&name, machine, 0}, row);
            }
            if (machine != cheapest) {
                with_cheapest.add_dearer({&name, machine, cheapest}, row);
            }
        }
    }
    for (const machine_pair& one : with_first.differ()) {
        all[*one.name].unlike_first.insert(one.machine);
    }
    for (const machine_pair& one : with_cheapest.differ()) {
        all[*one.name].best.erase(one.machine);
    }
    for (auto& [name, told] : all) {
        if (told.best.size() == rows.at(name).size()) {
            told.best.clear();
        }
    }
    return all;
}

} // namespace tollgate::cost_sheet
