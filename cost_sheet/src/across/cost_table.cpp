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

/// On the logarithms, which become the passes.
measure::estimate mean_of(const case_runs& runs, bool all_rounds, std::vector<pass_cost>& passes) {
    std::vector<double> logs;
    for (const case_row* run : runs) {
        logs.push_back(std::log(run->cost.of(all_rounds).value));
        passes.push_back({passes.size(), logs.back()});
    }
    const auto range = stats::mean_interval(logs, measure::confidence);
    return {std::exp(stats::mean(logs)),
            stats::interval{std::exp(range->low), std::exp(range->high), range->confidence}};
}

/// In which each of several runs is a pass. Quiet, if it is so in all runs.
measured_cost cost_of_runs(const case_runs& runs) {
    if (runs.size() == 1) {
        return {runs.front()->cost.ns};
    }
    const bool quiet = std::ranges::all_of(runs, [](const auto* run) { return run->cost.quiet(); });
    measured_cost cost;
    cost.ns = mean_of(runs, !quiet, cost.passes);
    if (quiet) {
        measured_cost::of_all_rounds& all = cost.all_rounds.emplace();
        all.ns = mean_of(runs, true, all.passes);
    }
    return cost;
}

void add_machine(const side& loaded, std::size_t column, std::size_t columns,
                 const std::string& label, cost_table& to, std::vector<std::string>& notes) {
    std::map<std::string, case_runs> cases;
    for (const case_row& row : loaded.cases) {
        if (loaded.file_of(row).proven() && row.left_out.empty()) {
            const result_file& file = loaded.file_of(row);
            // Cases of our own begin with their program.
            const std::string program = file.foreign ? file.about.program + ": " : "";
            cases[program + row.key().name()].push_back(&row);
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
            cells[column] = machine_cost{cost_of_runs(runs), work(runs.front()), runs.size() > 1};
        } else {
            notes.push_back(fmt::format("{}: {}: its {} is not the same in all runs, left out",
                                        label, report::printable(name), what));
        }
    }
}

/// Comparisons that are judged together, and where it says what is shown.
struct family {
    std::vector<bool*> flags;
    std::vector<cost_question> questions;

    void add(bool& flag, const cost_question& question) {
        flags.push_back(&flag);
        questions.push_back(question);
    }
    void judge() const {
        const std::vector<bool> is_shown = shown_to_cost_more(questions);
        for (std::size_t i = 0; i < flags.size(); ++i) {
            *flags[i] = is_shown[i];
        }
    }
};

/// Compares each cell of several runs with the first machine, if the work is the same. Only if all
/// cells of the row are such ones, compares them with the cheapest, too.
void ask(cost_row& row, family& with_first, family& with_cheapest) {
    const auto value_of = [](const machine_cost* cell) { return cell->cost.ns.value; };
    std::vector<machine_cost*> cells;
    bool may_have_best = true;
    for (std::optional<machine_cost>& cell : row) {
        if (!cell) {
            continue;
        }
        cells.push_back(&*cell);
        cell->other_work = row.front() ? first_difference(row.front()->work, cell->work) : "";
        if (row.front() && cells.size() > 1 && cell->other_work.empty() && cell->of_runs &&
            row.front()->of_runs) {
            const auto [low, high] = std::ranges::minmax(cells.front(), cells.back(), {}, value_of);
            with_first.add(cell->unlike_first, {&low->cost, &high->cost});
        }
        may_have_best = may_have_best && cell->of_runs &&
                        first_difference(cells.front()->work, cell->work).empty();
    }
    const machine_cost* cheapest = *std::ranges::min_element(cells, {}, value_of);
    for (machine_cost* cell : cells) {
        if (may_have_best && cell != cheapest) {
            with_cheapest.add(cell->above_best, {&cheapest->cost, &cell->cost, cells.size()});
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
    with_first.judge();
    with_cheapest.judge();
    for (auto& [name, row] : table) {
        const bool has_best =
            std::ranges::any_of(row, [](const auto& cell) { return cell && cell->above_best; });
        for (std::optional<machine_cost>& cell : row) {
            if (cell) {
                cell->is_best = has_best && !cell->above_best;
            }
        }
    }
    return table;
}

} // namespace tollgate::cost_sheet
