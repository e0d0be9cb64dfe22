// SPDX-License-Identifier: BSL-1.0
#include "across/told_apart.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// A row's costs, by the machines' indices.
using row_costs = std::map<std::size_t, const measured_cost*>;

/// Comparisons of machines, judged together.
class comparisons {
public:
    void add(const std::string& name, std::size_t machine, const cost_question& question) {
        cells_.emplace_back(&name, machine);
        questions_.push_back(question);
    }
    /// Calls `see` with the name and the machine of each in which a difference is shown.
    template <class See>
    void for_each_shown(See see) const {
        const std::vector<bool> shown = shown_to_cost_more(questions_);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (shown[i]) {
                see(*cells_[i].first, cells_[i].second);
            }
        }
    }

private:
    std::vector<std::pair<const std::string*, std::size_t>> cells_;
    std::vector<cost_question> questions_;
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
               [](const auto& a, const auto& b) { return a.second->value_ns < b.second->value_ns; })
        ->first;
}

cost_question in_order(const measured_cost* one, const measured_cost* other) {
    return one->value_ns <= other->value_ns ? cost_question{one, other} : cost_question{other, one};
}

} // namespace

std::map<std::string, told_apart> tell_apart(const std::vector<column>& machines) {
    const std::map<std::string, row_costs> rows = rows_of(machines);
    comparisons with_first;
    comparisons with_cheapest;
    std::map<std::string, told_apart> all;
    for (const auto& [name, row] : rows) {
        const std::size_t cheapest = cheapest_of(row);
        for (const auto& [machine, cost] : row) {
            all[name].best.insert(machine);
            if (machine != 0 && row.count(0) != 0) {
                with_first.add(name, machine, in_order(row.at(0), cost));
            }
            if (machine != cheapest) {
                with_cheapest.add(name, machine, {row.at(cheapest), cost, row.size()});
            }
        }
    }
    with_first.for_each_shown([&](const std::string& name, std::size_t machine) {
        all[name].unlike_first.insert(machine);
    });
    with_cheapest.for_each_shown(
        [&](const std::string& name, std::size_t machine) { all[name].best.erase(machine); });
    for (auto& [name, told] : all) {
        if (told.best.size() == rows.at(name).size()) {
            told.best.clear();
        }
    }
    return all;
}

} // namespace tollgate::cost_sheet
