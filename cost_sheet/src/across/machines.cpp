// SPDX-License-Identifier: BSL-1.0
#include "across/machines.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// Of several runs their mean on the logarithms, in which each run is a pass.
measured_cost mean_of(const std::vector<const run_case*>& runs, bool all_rounds) {
    measured_cost cost;
    std::vector<double> logs;
    for (const run_case* run : runs) {
        logs.push_back(std::log(run->cost.value_of(all_rounds)));
        cost.passes.push_back({cost.passes.size(), logs.back()});
    }
    const auto range = stats::mean_interval(logs, measure::confidence);
    cost.value_ns = std::exp(stats::mean(logs));
    cost.range = {std::exp(range->low), std::exp(range->high), range->confidence};
    return cost;
}

/// Quiet, if it is so in all runs.
measured_cost cost_of(const std::vector<const run_case*>& runs) {
    measured_cost cost = runs.front()->cost;
    if (runs.size() > 1) {
        const measured_cost all = mean_of(runs, true);
        const bool quiet = std::all_of(runs.begin(), runs.end(),
                                       [](const run_case* run) { return run->cost.quiet; });
        cost = quiet ? mean_of(runs, false) : all;
        cost.quiet = quiet;
        cost.all_rounds_ns = all.value_ns;
        cost.all_rounds_range = all.range;
    }
    cost.noise_floor.reset(); // it is of pairs within a run
    return cost;
}

/// A row's costs, by the machines' indices.
using row_costs = std::map<std::size_t, const machine_cost*>;

/// Takes out of the row, and returns, the machines whose work is not that of the first.
std::map<std::size_t, std::string_view> take_out_other_work(row_costs& row) {
    std::map<std::size_t, std::string_view> other;
    const unit_of_work& first = row.begin()->second->work;
    std::erase_if(row, [&](const auto& cell) {
        const std::string_view what = first_difference(first, cell.second->work);
        return !what.empty() && other.emplace(cell.first, what).second;
    });
    return other;
}

/// A comparison, and the cell that it is about.
struct asked_cell {
    told_apart* row;
    std::size_t machine;
    cost_question question;
};

/// Those of one family in which a difference is shown.
std::vector<asked_cell> shown_of(std::vector<asked_cell> family) {
    std::vector<cost_question> questions;
    for (const asked_cell& cell : family) {
        questions.push_back(cell.question);
    }
    const std::vector<bool> shown = shown_to_cost_more(questions);
    std::vector<asked_cell> kept;
    for (std::size_t i = 0; i < family.size(); ++i) {
        if (shown[i]) {
            kept.push_back(family[i]);
        }
    }
    return kept;
}

} // namespace

column make_column(const side& from, std::string label) {
    column made;
    made.label = std::move(label);
    std::map<std::string, std::vector<const run_case*>> runs;
    for (const measured_run& run : from.runs) {
        made.facts.push_back(run.facts);
        for (const auto& [name, kept] : run.cases) {
            if (run.proven) {
                runs[name].push_back(&kept);
            }
        }
    }
    for (const auto& [name, kept] : runs) {
        const unit_of_work& work = kept.front()->work;
        const auto other = std::find_if(kept.begin(), kept.end(),
                                        [&](const run_case* run) { return !(run->work == work); });
        if (other == kept.end()) {
            made.costs[name] = {cost_of(kept), work};
        } else {
            made.notes.push_back(fmt::format("{}: {}: its {} is not the same in all runs, left out",
                                             made.label, report::printable(name),
                                             first_difference(work, (*other)->work)));
        }
    }
    return made;
}

std::vector<std::string> labels_of(const std::vector<std::string>& operands) {
    std::vector<std::string> labels;
    for (const std::string& operand : operands) {
        std::filesystem::path path(operand);
        if (!path.has_filename()) {
            path = path.parent_path(); // "results/alpha/"
        }
        labels.push_back(report::printable(
            (path.extension() == ".json" ? path.stem() : path.filename()).string()));
    }
    std::vector<std::string> made;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const bool is_clear =
            !labels[i].empty() && std::count(labels.begin(), labels.end(), labels[i]) == 1;
        made.push_back(is_clear ? labels[i] : report::printable(operands[i]));
    }
    return made;
}

std::map<std::string, told_apart> tell_apart(const std::vector<column>& machines) {
    std::map<std::string, row_costs> rows;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        for (const auto& [name, cost] : machines[i].costs) {
            rows[name][i] = &cost;
        }
    }
    const auto is_cheaper = [](const auto& a, const auto& b) {
        return a.second->value_ns < b.second->value_ns;
    };
    std::map<std::string, told_apart> all;
    std::vector<asked_cell> with_first;
    std::vector<asked_cell> with_cheapest;
    for (auto& [name, row] : rows) {
        told_apart& told = all[name];
        told.other_work = take_out_other_work(row);
        const auto cheapest = std::min_element(row.begin(), row.end(), is_cheaper);
        for (const auto& [machine, cost] : row) {
            told.best.insert(machine);
            if (machine != 0 && row.count(0) != 0) {
                const auto [low, high] = std::minmax(
                    {row.at(0), static_cast<const machine_cost*>(cost)},
                    [](const auto* a, const auto* b) { return a->value_ns < b->value_ns; });
                with_first.push_back({&told, machine, {low, high}});
            }
            if (machine != cheapest->first) {
                with_cheapest.push_back({&told, machine, {cheapest->second, cost, row.size()}});
            }
        }
    }
    for (const asked_cell& cell : shown_of(with_first)) {
        cell.row->unlike_first.insert(cell.machine);
    }
    for (const asked_cell& cell : shown_of(with_cheapest)) {
        cell.row->best.erase(cell.machine);
    }
    for (auto& [name, told] : all) {
        if (told.best.size() == rows.at(name).size() || !told.other_work.empty()) {
            told.best.clear();
        }
    }
    return all;
}

} // namespace tollgate::cost_sheet
