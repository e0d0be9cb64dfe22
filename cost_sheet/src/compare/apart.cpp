// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>
#include <tollgate/stats/student_quantile.hpp>
#include <tollgate/stats/welch_interval.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// Logarithms of a figure before and after.
struct two_samples {
    std::vector<double> before;
    std::vector<double> after;

    [[nodiscard]] std::optional<stats::interval> moved(double confidence) const {
        return stats::welch_interval(before, after, confidence);
    }
};

/// From the figures of the passes of each old and each new run. A run counts with its mean, if both
/// sides have several.
using figures_of_runs = std::array<std::vector<std::vector<double>>, 2>;

two_samples samples_of(const figures_of_runs& sides) {
    const bool over_runs = sides[0].size() > 1 && sides[1].size() > 1;
    const auto joined = [&](const std::vector<std::vector<double>>& runs) {
        std::vector<double> logs;
        for (const std::vector<double>& passes : runs) {
            if (over_runs && !passes.empty()) {
                logs.push_back(stats::mean(passes));
            } else {
                logs.insert(logs.end(), passes.begin(), passes.end());
            }
        }
        return logs;
    };
    return {joined(sides[0]), joined(sides[1])};
}

/// A row that is judged: what of it was measured, and where it may be if it did not change.
struct judged_row {
    difference* row;
    two_samples costs;
    stats::interval machine;
};

/// Of quiet rounds, if all runs have such a value; else of all rounds.
two_samples costs_of(row_cases& row) {
    bool quiet = true;
    double floor = 0;
    for (const cases_of_runs& cases : row.cases) {
        for (const auto& [run, each] : cases) {
            quiet = quiet && each->cost.quiet();
            floor = std::max(floor, each->cost.noise_floor.value_or(0));
        }
    }
    row.row.floor = row.cases[0].size() == 1 && row.cases[1].size() == 1 ? floor : 0;
    figures_of_runs figures;
    for (std::size_t side = 0; side < figures.size(); ++side) {
        for (const auto& [run, each] : row.cases[side]) {
            figures[side].push_back(each->cost.logs_of(!quiet));
        }
    }
    return samples_of(figures);
}

/// What the reference loops say of the machine, and so where a row may be that did not change.
stats::interval machine_of(const program_runs& runs, comparison& to) {
    figures_of_runs figures;
    for (std::size_t side = 0; side < figures.size(); ++side) {
        for (const result_file* run : runs.sides[side]) {
            figures[side].push_back(run->reference_logs);
        }
    }
    const auto range = samples_of(figures).moved(measure::confidence);
    if (!range) {
        return {0, 0, 0};
    }
    to.movements.push_back({runs.program, *range});
    return {std::min(0.0, range->low), std::max(0.0, range->high), range->confidence};
}

/// By Birge's ratio the errors are as many times as large as the rows are further from the median
/// row than their own errors say, in the middle row: than the intervals that hold half of all. It
/// is known as well as a standard deviation of 0.37 n values; n / (n - 0.8) corrects for the
/// median's being one of them. See Croux and Rousseeuw, "Time-Efficient Algorithms for Two Highly
/// Robust Estimators of Scale", Computational Statistics 1 (1992).
double times_as_wide(const std::vector<judged_row>& rows, double confidence) {
    const auto n = static_cast<double>(rows.size());
    std::vector<double> logs;
    std::vector<stats::interval> halves;
    for (const judged_row& judged : rows) {
        halves.push_back(*judged.costs.moved(0.5));
        logs.push_back(std::midpoint(halves.back().low, halves.back().high));
    }
    std::vector<double> distances;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (halves[i].half_width() > 0) {
            distances.push_back(std::abs(logs[i] - stats::median(logs)) / halves[i].half_width());
        }
    }
    const double ratio = distances.empty() ? 0 : stats::median(distances) * n / (n - 0.8);
    constexpr double normal = 1e9; // degrees of freedom
    return ratio <= 1 ? 1
                      : ratio * stats::student_quantile(confidence, 0.37 * n) /
                            stats::student_quantile(confidence, normal);
}

} // namespace

void compare_apart(std::vector<program_runs>& programs, comparison& to) {
    std::vector<judged_row> rows;
    for (program_runs& runs : programs) {
        if (!runs.pairs.empty()) {
            continue;
        }
        const stats::interval machine = machine_of(runs, to);
        for (row_cases& row : runs.rows) {
            two_samples costs = costs_of(row);
            row.row.set_costs(costs.before, costs.after);
            if (costs.before.size() < 2 || costs.after.size() < 2) {
                row.row.why = "one side has a single pass, which does not tell how passes scatter";
            } else {
                rows.push_back({&row.row, std::move(costs), machine});
            }
        }
    }
    const double each =
        1 - measure::error_level / static_cast<double>(std::max<std::size_t>(1, rows.size()));
    const double times = times_as_wide(rows, each);
    for (const judged_row& judged : rows) {
        const stats::interval own = *judged.costs.moved(each);
        const double log = std::midpoint(own.low, own.high);
        const double half = times * own.half_width();
        judged.row->conclude(log, {log - half, log + half, measure::confidence}, judged.machine,
                             to.share);
    }
}

} // namespace tollgate::cost_sheet
