// SPDX-License-Identifier: BSL-1.0
#include "across/machines.hpp"

#include "printable.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// Half the width of an interval on the logarithms; one that reaches 0 counts by its upper end.
double log_half_width(const run_cost& cost) {
    return !cost.range           ? 0
           : cost.range->low > 0 ? std::log(cost.range->high / cost.range->low) / 2
                                 : std::log(cost.range->high / cost.value_ns);
}

/// Of one run its passes, of several a figure for each run; of fewer than three nothing.
std::vector<pass_cost> passes_of(const std::vector<double>& logs) {
    constexpr std::size_t fewest = 3; // of which Welch's t may tell how they scatter
    std::vector<pass_cost> passes;
    for (std::size_t i = 0; i < logs.size() && logs.size() >= fewest; ++i) {
        passes.push_back({i, logs[i]});
    }
    return passes;
}

measured_cost cost_of(const std::vector<const run_cost*>& runs) {
    const run_cost& first = *runs.front();
    measured_cost cost;
    if (runs.size() == 1) {
        cost.value_ns = first.value_ns;
        cost.range = first.range;
        cost.passes = passes_of(first.pass_logs);
        return cost;
    }
    std::vector<double> logs;
    double half = 0;
    for (const run_cost* one : runs) {
        logs.push_back(std::log(one->value_ns));
        half = std::max(half, log_half_width(*one));
    }
    half = std::max(half, stats::mean_interval(logs, measure::confidence)->half_width());
    cost.value_ns = std::exp(stats::median(logs));
    cost.range = stats::interval{cost.value_ns * std::exp(-half), cost.value_ns * std::exp(half),
                                 measure::confidence};
    cost.passes = passes_of(logs);
    return cost;
}

/// Quiet, if it is so in all runs.
measured_cost cost_of(const std::vector<const run_case*>& runs) {
    std::vector<const run_cost*> quiet;
    std::vector<const run_cost*> as_it_is;
    for (const run_case* one : runs) {
        if (one->is_quiet()) {
            quiet.push_back(&one->cost);
        }
        as_it_is.push_back(&one->of_all_rounds());
    }
    const measured_cost all = cost_of(as_it_is);
    if (quiet.size() != runs.size()) {
        return all;
    }
    measured_cost cost = cost_of(quiet);
    cost.quiet = true;
    cost.all_rounds_ns = all.value_ns;
    cost.all_rounds_range = all.range;
    return cost;
}

std::string label_of(const std::string& operand) {
    std::filesystem::path path(operand);
    if (!path.has_filename()) {
        path = path.parent_path(); // "results/alpha/"
    }
    return printable(path.extension() == ".json" ? path.stem().string() : path.filename().string());
}

/// A row's costs, by the machines' indices.
using row_costs = std::map<std::size_t, const machine_cost*>;

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

std::set<std::size_t> take_out_other_work(row_costs& row) {
    std::set<std::size_t> other;
    const unit_of_work& first = row.begin()->second->work;
    for (const auto& [machine, cost] : row) {
        if (!(cost->work == first)) {
            other.insert(machine);
        }
    }
    std::erase_if(row, [&](const auto& cell) { return other.count(cell.first) != 0; });
    return other;
}

std::size_t cheapest_of(const row_costs& row) {
    return std::min_element(
               row.begin(), row.end(),
               [](const auto& a, const auto& b) { return a.second->value_ns < b.second->value_ns; })
        ->first;
}

cost_question in_order(const machine_cost* one, const machine_cost* other) {
    return one->value_ns <= other->value_ns ? cost_question{one, other} : cost_question{other, one};
}

} // namespace

column make_column(const side& from, std::string label) {
    column made;
    made.label = std::move(label);
    std::map<std::string, std::vector<const run_case*>> runs;
    for (const measured_run& run : from.runs) {
        made.facts.push_back(run.facts);
        for (const left_out_case& left : run.left_out) {
            made.notes.push_back(fmt::format("{}: {} {}, left out", printable(run.path),
                                             printable(left.name), left.why));
        }
        if (!run.proven) {
            continue;
        }
        for (const auto& [name, kept] : run.cases) {
            runs[name].push_back(&kept);
        }
    }
    for (const auto& [name, kept] : runs) {
        const unit_of_work& work = kept.front()->work;
        const auto other = std::find_if(
            kept.begin(), kept.end(), [&](const run_case* each) { return !(each->work == work); });
        if (other == kept.end()) {
            made.costs[name] = {cost_of(kept), work};
        } else {
            made.notes.push_back(fmt::format("{}: {}: its {} is not the same in all runs, left out",
                                             made.label, printable(name),
                                             first_difference(work, (*other)->work)));
        }
    }
    return made;
}

std::vector<std::string> labels_of(const std::vector<std::string>& operands) {
    std::vector<std::string> labels;
    std::multiset<std::string> known;
    for (const std::string& operand : operands) {
        labels.push_back(label_of(operand));
        known.insert(labels.back());
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (labels[i].empty() || known.count(labels[i]) > 1) {
            labels[i] = printable(operands[i]);
        }
    }
    return labels;
}

std::map<std::string, told_apart> tell_apart(const std::vector<column>& machines) {
    std::map<std::string, row_costs> rows = rows_of(machines);
    comparisons with_first;
    comparisons with_cheapest;
    std::map<std::string, told_apart> all;
    for (auto& [name, row] : rows) {
        all[name].other_work = take_out_other_work(row);
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
        if (told.best.size() == rows.at(name).size() || !told.other_work.empty()) {
            told.best.clear();
        }
    }
    return all;
}

} // namespace tollgate::cost_sheet
