// SPDX-License-Identifier: BSL-1.0
#include "page/sections.hpp"
#include "results.hpp"

#include <tollgate/measure/comparison.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// Frees the value's memory, which `= {}` would keep.
template <class Value>
void release(Value& value) {
    value = Value();
}

void keep_if_number(std::optional<double>& value) {
    value = value && std::isfinite(*value) ? value : std::nullopt;
}

void keep_if_number(std::optional<stats::interval>& range) {
    range = range && std::isfinite(range->low) && std::isfinite(range->high) ? range : std::nullopt;
}

void keep_numbers(measure::case_summary& summary) {
    keep_if_number(summary.value_ns.range);
    keep_if_number(summary.as_it_is_ns.range);
    keep_if_number(summary.max_corrected_ns);
    for (measure::percentile& each : summary.percentiles) {
        keep_if_number(each.corrected_ns);
    }
}

/// Empty unless all figures are above zero.
std::vector<double> logs_of(const std::vector<double>& figures_ns) {
    std::vector<double> logs;
    for (const double ns : figures_ns) {
        if (!(ns > 0) || !std::isfinite(ns)) {
            return {};
        }
        logs.push_back(std::log(ns));
    }
    return logs;
}

/// A file has no numbers for the passes of all rounds. If there are as many as the run has
/// `passes`, they are the passes of the run; else they get numbers that no pass has.
measured_cost cost_of(const measure::case_summary& summary, std::uint64_t passes) {
    measured_cost cost{summary.value_ns};
    const std::vector<double> logs = logs_of(summary.pass_figures_ns);
    for (std::size_t i = 0; i < std::min(summary.figure_passes.size(), logs.size()); ++i) {
        cost.passes.push_back({summary.figure_passes[i], logs[i]});
    }
    if (summary.quiet_ns && summary.as_it_is_ns.value > 0 &&
        std::isfinite(summary.as_it_is_ns.value)) {
        cost.all_rounds = {summary.as_it_is_ns, {}};
        const std::vector<double> all_logs = logs_of(summary.all_rounds_passes_ns);
        const std::uint64_t first = all_logs.size() == passes ? 0 : passes;
        for (std::size_t i = 0; i < all_logs.size(); ++i) {
            cost.all_rounds->passes.push_back({first + i, all_logs[i]});
        }
    }
    return cost;
}

/// The median CPU time of each pass. Empty if a pass has none.
std::vector<pass_cost> cpu_passes_of(const measure::case_record& record) {
    std::map<std::uint64_t, std::vector<double>> passes;
    for (const measure::case_round& round : record.rounds) {
        passes[round.process].push_back(round.cpu_ns);
    }
    std::vector<pass_cost> costs;
    for (auto& [pass, cpu_ns] : passes) {
        const double ns = stats::median(std::move(cpu_ns));
        if (!(ns > 0) || !std::isfinite(ns)) {
            return {};
        }
        costs.push_back({pass, std::log(ns)});
    }
    return costs;
}

/// The failures of the run and of its cases, each once.
std::vector<std::string> failures_of(const report::result& run) {
    std::vector<std::string> all = run.failures;
    for (const auto* cases : {&run.cases, &run.controls}) {
        for (const auto& [record, summary] : *cases) {
            all.insert(all.end(), record.failures.begin(), record.failures.end());
        }
    }
    std::set<std::string> known;
    std::erase_if(all, [&](const std::string& text) { return !known.insert(text).second; });
    return all;
}

void add_rows(const report::result& run, const result_file& file, purpose wanted, results& to) {
    std::vector<measure::noise_floor> floors;
    std::map<std::string, std::string> no_difference_from;
    if (!file.foreign) {
        floors = run.noise_floors();
        for (const measure::comparison& compared : run.comparisons()) {
            if (!compared.resolved) {
                no_difference_from[compared.subject.name()] = compared.reference.name();
            }
        }
    }
    std::map<std::string_view, std::size_t> times;
    for (const measure::case_result& result : run.cases) {
        times[result.record.key.name()] += result.summary.rounds == 0 ? 0 : 1;
    }
    for (const measure::case_result& result : run.cases) {
        const double ns = result.summary.value_ns.value;
        if (result.summary.rounds == 0 || !std::isfinite(ns)) {
            continue;
        }
        case_row row{result};
        keep_numbers(row.summary);
        row.file = to.files.size();
        row.cost = cost_of(row.summary, run.passes);
        if (file.foreign && wanted != purpose::comparison) {
            row.cost.passes.clear();
        }
        row.cost.file = row.file;
        row.cpu_passes = cpu_passes_of(row.record);
        row.cost.noise_floor =
            file.foreign ? 0 : measure::floor_of(result.record, run.cases, floors);
        row.no_difference_from = no_difference_from[row.key().name()];
        row.left_out = times[row.key().name()] > 1 ? "is in the file more than once"
                       : ns > 0                    ? ""
                                                   : "is not above zero";
        if (wanted == purpose::page && !file.foreign) {
            row.details = detail_data(row);
        }
        release(row.record.rounds);
        release(row.record.samples);
        release(row.record.worst);
        release(row.record.gaps);
        release(row.summary.curve);
        to.cases.push_back(std::move(row));
    }
}

void label_files(results& all) {
    std::vector<std::string> labels;
    std::vector<std::string> paths;
    for (const result_file& file : all.files) {
        labels.push_back(file.about.program + (file.explains ? " --explain" : ""));
        paths.push_back(file.path);
    }
    make_labels_unique(labels, paths);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        all.files[i].label = labels[i];
    }
}

/// One line for each file that has cases of an earlier one, however many.
void warn_of_shared_cases(results& all) {
    std::map<std::string_view, std::size_t> first;
    std::map<std::size_t, std::pair<std::size_t, std::size_t>> shared; // with which file, how many
    for (const case_row& row : all.cases) {
        const auto [known, is_new] = first.try_emplace(row.key().name(), row.file);
        if (!is_new) {
            ++shared.try_emplace(row.file, known->second, 0).first->second.second;
        }
    }
    for (const auto& [file, sharing] : shared) {
        const std::string other = report::printable(all.files[sharing.first].path);
        all.warnings.push_back(fmt::format(
            "{}: {} of its cases {}", report::printable(all.files[file].path), sharing.second,
            sharing.first == file
                ? "have the name of another one in it"
                : "are in " + other + " as well and shown twice; --compare compares them"));
    }
}

} // namespace

bool results::counts(const case_row& row) const {
    return row.record.failures.empty() && file_of(row).self_checks_held();
}

bool results::self_checks_held() const {
    return std::ranges::all_of(
        files, [](const auto& file) { return file.self_checks_held() && !file.lost_any(); });
}

std::vector<const result_file*> results::explained() const {
    std::vector<const result_file*> found;
    for (const result_file& file : files) {
        if (file.explanation && file.self_checks_held()) {
            found.push_back(&file);
        }
    }
    return found;
}

void results::keep(const std::function<bool(const std::string&)>& wanted) {
    std::erase_if(cases, [&](const case_row& row) { return !wanted(row.key().name()); });
    for (result_file& file : files) {
        if (file.explanation && !wanted(file.explanation->of.name())) {
            file.explanation.reset();
        }
    }
}

void add_file(report::result run, bool foreign, const std::string& path, purpose wanted,
              results& to) {
    result_file file;
    file.path = path;
    file.foreign = foreign;
    file.digested = run.digest.has_value();
    file.explains = run.explanation.has_value();
    if (!foreign) {
        file.noise_floor = largest_floor(run.noise_floors());
        keep_if_number(file.noise_floor);
        file.reference_logs = logs_of(run.reference_loops_ns());
        file.lost_times = report::lost_times(run);
    }
    const std::size_t before = to.cases.size();
    if (!file.explains) {
        add_rows(run, file, wanted, to);
        if (to.cases.size() == before) {
            to.warnings.push_back(report::printable(path) + ": no case in it has a value");
        }
    }
    run.failures = failures_of(run);
    release(run.cases);
    release(run.controls);
    run.digest.reset();
    static_cast<report::result&>(file) = std::move(run);
    to.files.push_back(std::move(file));
}

results load(const std::vector<std::string>& operands, purpose wanted) {
    results all;
    all.unreadable = read_each(operands, [&](const std::string& path, report::reading read) {
        add_file(std::move(read.content), read.foreign, path, wanted, all);
    });
    label_files(all);
    warn_of_shared_cases(all);
    return all;
}

void make_labels_unique(std::vector<std::string>& labels,
                        const std::vector<std::string>& whole_names) {
    const std::vector<std::string> shorts = labels;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (shorts[i].empty() || std::ranges::count(shorts, shorts[i]) > 1) {
            labels[i] = whole_names[i];
        }
    }
}

std::string count_of(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void say(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        std::cerr << "costSheet: " << line << '\n';
    }
}

} // namespace tollgate::cost_sheet
