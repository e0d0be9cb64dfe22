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

/// The mean on the logarithms. The logarithms become the passes.
measure::estimate mean_of(const case_runs& runs, bool all_rounds, std::vector<pass_cost>& passes) {
    std::vector<double> logs;
    for (const case_row* run : runs) {
        logs.push_back(std::log(run->cost.estimate_of(all_rounds).value));
        passes.push_back({passes.size(), logs.back()});
    }
    const auto range = stats::mean_interval(logs, measure::confidence);
    return {std::exp(stats::mean(logs)),
            stats::interval{std::exp(range->low), std::exp(range->high), range->confidence}};
}

/// Each of several runs becomes a pass. The cost is quiet if it is quiet in all runs.
measured_cost cost_of_runs(const case_runs& runs) {
    if (runs.size() == 1) {
        return {.ns = runs.front()->cost.ns, .noise_floor = 0};
    }
    const bool quiet = std::ranges::all_of(runs, [](const auto* run) { return run->cost.quiet(); });
    measured_cost cost;
    cost.noise_floor = 0; // the runs themselves show how they scatter
    cost.ns = mean_of(runs, !quiet, cost.passes);
    if (quiet) {
        measured_cost::all_rounds_cost& all = cost.all_rounds.emplace();
        all.ns = mean_of(runs, true, all.passes);
    }
    return cost;
}

void add_machine(const side& loaded, std::size_t column, std::size_t columns,
                 const std::string& label, cost_table& to, std::vector<std::string>& notes) {
    std::map<std::string, case_runs> cases;
    for (const case_row& row : loaded.cases) {
        if (loaded.file_of(row).self_checks_held() && row.left_out.empty()) {
            const result_file& file = loaded.file_of(row);
            // Cases of our own begin with their program.
            const std::string program = file.foreign ? file.about.program + ": " : "";
            cases[program + row.key().name()].push_back(&row);
        }
    }
    for (const auto& [name, runs] : cases) {
        const auto with_file = [&](const case_row* row) {
            return case_of_file{&loaded.file_of(*row), row};
        };
        std::string_view mismatch;
        for (const case_row* run : runs) {
            if (mismatch.empty()) {
                mismatch = first_difference(with_file(runs.front()), with_file(run));
            }
        }
        if (mismatch.empty()) {
            auto& cells = to[name];
            cells.resize(columns);
            cells[column] = machine_cost{cost_of_runs(runs), with_file(runs.front())};
        } else {
            notes.push_back(fmt::format("{}: {}: its {} is not the same in all runs, left out",
                                        label, report::printable(name), mismatch));
        }
    }
}

/// Compares each cell of several runs with the first machine where the work is the same.
void compare_with_first(cost_table& table) {
    std::vector<machine_cost*> judged;
    std::vector<cost_question> questions;
    for (auto& [name, row] : table) {
        for (std::size_t machine = 1; row.front() && machine < row.size(); ++machine) {
            if (!row[machine]) {
                continue;
            }
            const machine_cost& first = *row.front();
            machine_cost& cell = *row[machine];
            cell.other_work = first_difference(first.first_case, cell.first_case);
            if (cell.other_work.empty() && !cell.cost.passes.empty() &&
                !first.cost.passes.empty()) {
                const bool costs_more = cell.cost.ns.value >= first.cost.ns.value;
                judged.push_back(&cell);
                questions.push_back(
                    {costs_more ? &first.cost : &cell.cost, costs_more ? &cell.cost : &first.cost});
            }
        }
    }
    const std::vector<bool> shown = shown_to_cost_more(questions);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        judged[i]->unlike_first = shown[i];
    }
}

} // namespace

cost_table make_table(const std::vector<side>& machines, const std::vector<std::string>& labels,
                      std::vector<std::string>& notes) {
    cost_table table;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        add_machine(machines[i], i, machines.size(), labels[i], table, notes);
    }
    compare_with_first(table);
    return table;
}

} // namespace tollgate::cost_sheet
