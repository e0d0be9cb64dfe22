// SPDX-License-Identifier: BSL-1.0
#include "compare/difference.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/holm.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>
#include <tollgate/stats/student_quantile.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// How far a mean of logarithms moved from old to new, by Welch.
struct moved_mean {
    double log = 0;
    double error = 0;
    double degrees = 1;

    [[nodiscard]] stats::interval range(double confidence) const {
        const double half = error > 0 ? stats::student_quantile(confidence, degrees) * error : 0.0;
        return {log - half, log + half, confidence};
    }
    /// The chance that it is as far outside of `region` if it is in it.
    [[nodiscard]] double p_value(const stats::interval& region) const {
        const double distance = std::max({log - region.high, region.low - log, 0.0});
        return distance == 0 ? 1
               : error > 0   ? stats::student_p_value(distance / error, degrees)
                             : 0;
    }
};

/// Absent for fewer than two values in either.
std::optional<moved_mean> moved(const std::vector<double>& before,
                                const std::vector<double>& after) {
    if (before.size() < 2 || after.size() < 2) {
        return std::nullopt;
    }
    const auto variance_of_mean = [](const std::vector<double>& logs) {
        const double deviation = stats::standard_deviation(logs);
        return deviation * deviation / static_cast<double>(logs.size());
    };
    const double v_old = variance_of_mean(before);
    const double v_new = variance_of_mean(after);
    moved_mean made{stats::mean(after) - stats::mean(before), std::sqrt(v_old + v_new), 1};
    if (made.error > 0) { // Welch's degrees of freedom, see stats/welch_interval.hpp
        made.degrees = (v_old + v_new) * (v_old + v_new) /
                       (v_old * v_old / static_cast<double>(before.size() - 1) +
                        v_new * v_new / static_cast<double>(after.size() - 1));
    }
    return made;
}

/// Logarithms of a figure: of each run, if `over_runs`, else of each pass of all runs.
template <class Figures> // std::vector<double>(const measured_run&), one for each pass
std::vector<double> logs_over(const run_list& runs, bool over_runs, Figures figures) {
    std::vector<double> logs;
    for (const measured_run* run : runs) {
        const std::vector<double> passes = figures(*run);
        if (over_runs && !passes.empty()) {
            logs.push_back(stats::mean(passes));
        } else {
            logs.insert(logs.end(), passes.begin(), passes.end());
        }
    }
    return logs;
}

bool over_runs(const run_list& old_runs, const run_list& new_runs) {
    return old_runs.size() > 1 && new_runs.size() > 1;
}

run_list runs_with(const run_list& runs, const std::string& name) {
    run_list found;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(found),
                 [&](const measured_run* run) { return run->cases.count(name) != 0; });
    return found;
}

double largest_floor(const run_list& runs, const std::string& name) {
    double largest = 0;
    for (const measured_run* run : runs) {
        largest = std::max(largest, run->cases.at(name).noise_floor.value_or(0));
    }
    return largest;
}

/// What a row costs on either side, and how far it moved. Of all rounds, unless all runs have a
/// value of quiet ones, or none.
std::optional<moved_mean> begin_row(const program_runs& runs, difference& row) {
    const run_list before = runs_with(runs.old_runs, row.name);
    const run_list after = runs_with(runs.new_runs, row.name);
    const auto is_quiet = [&](const measured_run* run) {
        return run->cases.at(row.name).is_quiet();
    };
    const auto quiet = std::count_if(before.begin(), before.end(), is_quiet) +
                       std::count_if(after.begin(), after.end(), is_quiet);
    const bool alike =
        quiet == 0 || static_cast<std::size_t>(quiet) == before.size() + after.size();
    const auto passes = [&](const measured_run& run) {
        const run_case& one = run.cases.at(row.name);
        return alike ? one.cost.pass_logs : one.of_all_rounds().pass_logs;
    };
    const bool by_runs = over_runs(before, after);
    const std::vector<double> old_logs = logs_over(before, by_runs, passes);
    const std::vector<double> new_logs = logs_over(after, by_runs, passes);
    row.old_ns = std::exp(stats::mean(old_logs));
    row.new_ns = std::exp(stats::mean(new_logs));
    row.ratio = row.new_ns / row.old_ns;
    if (!by_runs) {
        row.floor = std::max(largest_floor(before, row.name), largest_floor(after, row.name));
    }
    return moved(old_logs, new_logs);
}

/// Multiplies the errors by Birge's ratio: how many times as far the rows are from the median row
/// as their own errors say, in the middle row. By Croux and Rousseeuw, "Time-Efficient Algorithms
/// for Two Highly Robust Estimators of Scale", Computational Statistics 1 (1992), n / (n - 0.8)
/// corrects for the median being one of them; such a scale is known as well as a standard deviation
/// of 0.37 n values.
void multiply_errors(std::vector<moved_mean>& rows) {
    constexpr double probable_error = 0.6745; // half of all normal values lie within it
    const auto n = static_cast<double>(rows.size());
    std::vector<double> logs;
    for (const moved_mean& row : rows) {
        logs.push_back(row.log);
    }
    const double middle = rows.empty() ? 0 : stats::median(std::move(logs));
    std::vector<double> distances;
    for (const moved_mean& row : rows) {
        if (row.error > 0) {
            distances.push_back(std::abs(row.log - middle) / row.error);
        }
    }
    const double ratio =
        distances.empty() ? 0 : stats::median(distances) / probable_error * n / (n - 0.8);
    for (moved_mean& row : rows) {
        if (ratio > 1) {
            row.error *= ratio;
            row.degrees = std::min(row.degrees, 0.37 * n);
        }
    }
}

/// What the reference loops say of the machine, and so where a row may be that did not change.
stats::interval machine_of(const program_runs& runs, other_findings& to) {
    const bool by_runs = over_runs(runs.old_runs, runs.new_runs);
    const auto references = [](const measured_run& run) { return run.reference_logs; };
    const auto machine = moved(logs_over(runs.old_runs, by_runs, references),
                               logs_over(runs.new_runs, by_runs, references));
    if (!machine) {
        return {0, 0, 0};
    }
    const stats::interval range = machine->range(measure::confidence);
    to.movements.push_back({runs.program,
                            std::exp(machine->log),
                            {std::exp(range.low), std::exp(range.high), range.confidence}});
    return {std::min(0.0, range.low), std::max(0.0, range.high), range.confidence};
}

/// An interval that leaves out the region which its row is shown to have left.
stats::interval outside(stats::interval range, double log, const stats::interval& region) {
    if (log > region.high) {
        range.low = std::max(range.low, std::nextafter(region.high, log));
    } else {
        range.high = std::min(range.high, std::nextafter(region.low, log));
    }
    return range;
}

} // namespace

void compare_apart(const std::vector<program_runs>& programs, double share, other_findings& to) {
    std::vector<difference*> judged;
    std::vector<moved_mean> rows;
    std::vector<stats::interval> machines;
    for (const program_runs& runs : programs) {
        const stats::interval machine = machine_of(runs, to);
        for (difference* row : runs.rows) {
            if (const auto mean = begin_row(runs, *row)) {
                judged.push_back(row);
                rows.push_back(*mean);
                machines.push_back(machine);
            } else {
                row->why = "one side has a single pass, which does not tell how passes scatter";
            }
        }
    }
    multiply_errors(rows);
    std::vector<double> p_values;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        p_values.push_back(rows[i].p_value(machines[i]));
    }
    const std::vector<double> adjusted = stats::holm(p_values);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const stats::interval range =
            rows[i].range(1 - measure::error_level / static_cast<double>(rows.size()));
        const bool shown = adjusted[i] <= measure::error_level;
        judged[i]->conclude(rows[i].log, shown ? outside(range, rows[i].log, machines[i]) : range,
                            machines[i], share);
    }
}

} // namespace tollgate::cost_sheet
