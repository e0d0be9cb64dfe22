// SPDX-License-Identifier: BSL-1.0
#include "across/across.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

using case_runs = std::vector<const case_row*>;

/// In which each run is a pass.
measured_cost::of_all_rounds mean_of(const case_runs& runs, bool all_rounds) {
    measured_cost::of_all_rounds mean;
    std::vector<double> logs;
    for (const case_row* run : runs) {
        logs.push_back(std::log(run->cost.of(all_rounds).value));
        mean.passes.push_back({mean.passes.size(), logs.back()});
    }
    const auto range = stats::mean_interval(logs, measure::confidence);
    mean.ns.value = std::exp(stats::mean(logs));
    mean.ns.range = {std::exp(range->low), std::exp(range->high), range->confidence};
    return mean;
}

/// Quiet, if it is so in all runs.
measured_cost cost_of_runs(const case_runs& runs) {
    measured_cost cost = runs.front()->cost;
    if (runs.size() > 1) {
        const bool quiet = std::all_of(runs.begin(), runs.end(),
                                       [](const case_row* run) { return run->cost.quiet(); });
        const measured_cost::of_all_rounds shown = mean_of(runs, !quiet);
        cost = {shown.ns, shown.passes};
        if (quiet) {
            cost.all_rounds = mean_of(runs, true);
        }
    }
    cost.file.reset();
    cost.noise_floor.reset(); // it is of pairs within a run
    return cost;
}

void add_machine(const side& loaded, std::size_t column, std::size_t columns,
                 const std::string& label, cost_table& to, std::vector<std::string>& notes) {
    std::map<std::string, case_runs> cases;
    for (const case_row& row : loaded.cases) {
        if (loaded.file_of(row).proven() && row.left_out.empty()) {
            cases[row.key().name()].push_back(&row);
        }
    }
    for (const auto& [name, runs] : cases) {
        const auto work = [&](const case_row* row) { return work_of(loaded.file_of(*row), *row); };
        std::string_view what;
        for (const case_row* run : runs) {
            what = what.empty() ? first_difference(work(runs.front()), work(run)) : what;
        }
        if (what.empty()) {
            auto& cells = to[name];
            cells.resize(columns);
            cells[column] = machine_cost{cost_of_runs(runs), work(runs.front())};
        } else {
            notes.push_back(fmt::format("{}: {}: its {} is not the same in all runs, left out",
                                        label, report::printable(name), what));
        }
    }
}

/// Comparisons that are judged together, and the cell that each is about.
struct family {
    std::vector<machine_cost*> cells;
    std::vector<cost_question> questions;

    void add(machine_cost* cell, const cost_question& question) {
        cells.push_back(cell);
        questions.push_back(question);
    }
    /// The cells of which a difference is shown.
    [[nodiscard]] std::vector<machine_cost*> shown() const {
        const std::vector<bool> is_shown = shown_to_cost_more(questions);
        std::vector<machine_cost*> found;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (is_shown[i]) {
                found.push_back(cells[i]);
            }
        }
        return found;
    }
};

bool is_cheaper(const machine_cost* one, const machine_cost* other) {
    return one->cost.ns.value < other->cost.ns.value;
}

/// Asks about the cells whose work is that of the row's first.
void ask(std::vector<std::optional<machine_cost>>& row, family& with_first, family& with_cheapest) {
    std::vector<machine_cost*> alike;
    for (std::optional<machine_cost>& cell : row) {
        if (!cell) {
            continue;
        }
        cell->other_work = alike.empty() ? "" : first_difference(alike.front()->work, cell->work);
        if (cell->other_work.empty()) {
            alike.push_back(&*cell);
        }
    }
    machine_cost* const cheapest = *std::min_element(alike.begin(), alike.end(), is_cheaper);
    for (machine_cost* cell : alike) {
        cell->is_best = true;
        if (row.front() && cell != &*row.front()) {
            const auto [low, high] = std::minmax({&*row.front(), cell}, is_cheaper);
            with_first.add(cell, {&low->cost, &high->cost});
        }
        if (cell != cheapest) {
            with_cheapest.add(cell, {&cheapest->cost, &cell->cost, alike.size()});
        }
    }
}

} // namespace

cost_table make_table(const std::vector<side>& machines, const std::vector<std::string>& labels,
                      std::vector<std::string>& notes) {
    cost_table table;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        add_machine(machines[i], i, machines.size(), labels[i], table, notes);
    }
    family with_first;
    family with_cheapest;
    for (auto& [name, row] : table) {
        ask(row, with_first, with_cheapest);
    }
    for (machine_cost* cell : with_first.shown()) {
        cell->unlike_first = true;
    }
    for (machine_cost* cell : with_cheapest.shown()) {
        cell->is_best = false;
    }
    for (auto& [name, row] : table) {
        const auto is_equal = [](const auto& cell) { return !cell || cell->is_best; };
        const auto is_other = [](const auto& cell) { return cell && !cell->other_work.empty(); };
        if (std::all_of(row.begin(), row.end(), is_equal) ||
            std::any_of(row.begin(), row.end(), is_other)) {
            for (std::optional<machine_cost>& cell : row) {
                if (cell) {
                    cell->is_best = false;
                }
            }
        }
    }
    return table;
}

} // namespace tollgate::cost_sheet
