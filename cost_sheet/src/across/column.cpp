// SPDX-License-Identifier: BSL-1.0
#include "across/column.hpp"

#include "printable.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

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
        cost.passes = passes_of(first.process_logs);
        return cost;
    }
    std::vector<double> logs;
    double half = 0;
    for (const run_cost* one : runs) {
        logs.push_back(std::log(one->value_ns));
        half = std::max(half, log_half_width(one->value_ns, one->range).value_or(0));
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
        if (one->of_all) {
            quiet.push_back(&one->cost);
        }
        as_it_is.push_back(&one->as_it_is());
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

void add_once(std::string& to, const std::string& value) {
    const std::string text = printable(value);
    if (to.empty()) {
        to = text;
    } else if (("; " + to + "; ").find("; " + text + "; ") == std::string::npos) {
        to += "; " + text;
    }
}

std::string label_of(const std::string& operand) {
    std::filesystem::path path(operand);
    if (!path.has_filename()) {
        path = path.parent_path(); // "results/alpha/"
    }
    return printable(path.extension() == ".json" ? path.stem().string() : path.filename().string());
}

} // namespace

column make_column(const side& from, std::string label) {
    column made;
    made.label = std::move(label);
    std::map<std::string, std::vector<const run_case*>> runs;
    for (const measured_run& one : from.runs) {
        for (const run_fact& fact : one.facts) {
            add_once(made.conditions[fact.name], fact.value);
        }
        if (!one.proven) {
            continue;
        }
        for (const auto& [name, kept] : one.cases) {
            runs[name].push_back(&kept);
        }
    }
    for (const auto& [name, kept] : runs) {
        made.costs[name] = cost_of(kept);
    }
    return made;
}

std::vector<std::string> labels_of(const std::vector<std::string>& operands) {
    std::vector<std::string> labels;
    std::multiset<std::string> taken;
    for (const std::string& operand : operands) {
        labels.push_back(label_of(operand));
        taken.insert(labels.back());
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (labels[i].empty() || taken.count(labels[i]) > 1) {
            labels[i] = printable(operands[i]);
        }
    }
    return labels;
}

} // namespace tollgate::cost_sheet
