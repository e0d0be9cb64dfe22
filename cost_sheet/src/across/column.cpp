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

machine_cost cost_of(const std::vector<const run_cost*>& runs) {
    constexpr std::size_t fewest = 3; // of which Welch's t may tell how they scatter
    const auto if_enough = [](const std::vector<double>& figures) {
        return figures.size() < fewest ? std::vector<double>{} : figures;
    };
    const run_cost& first = *runs.front();
    if (runs.size() == 1) {
        return {first.value_ns, first.range, if_enough(first.process_logs), {}};
    }
    std::vector<double> logs;
    double half = 0;
    for (const run_cost* one : runs) {
        logs.push_back(std::log(one->value_ns));
        half = std::max(half, log_half_width(one->value_ns, one->range).value_or(0));
    }
    half = std::max(half, stats::mean_interval(logs, measure::confidence)->half_width());
    const double ns = std::exp(stats::median(logs));
    return {ns,
            stats::interval{ns * std::exp(-half), ns * std::exp(half), measure::confidence},
            if_enough(logs),
            {}};
}

/// Quiet, if it is so in all runs.
machine_cost cost_of(const std::vector<const run_case*>& runs) {
    std::vector<const run_cost*> quiet;
    std::vector<const run_cost*> as_it_is;
    for (const run_case* one : runs) {
        if (one->of_all) {
            quiet.push_back(&one->cost);
        }
        as_it_is.push_back(&one->as_it_is());
    }
    machine_cost all = cost_of(as_it_is);
    if (quiet.size() != runs.size()) {
        return all;
    }
    machine_cost found = cost_of(quiet);
    found.as_it_is = all.range;
    return found;
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
        for (const fact& each : one.facts) {
            add_once(made.conditions[each.name], each.value);
        }
        // The day: a fleet's runs last for hours, and each file has its own second.
        add_once(made.conditions["date"], one.date_text.substr(0, 10));
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
