// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// Logarithms of a figure before and after: of each pass, or the mean of each run.
struct two_samples {
    std::array<std::vector<double>, 2> logs;
    bool of_runs = false;

    /// A single run on one side is assumed to scatter like the runs of the other side.
    [[nodiscard]] std::optional<stats::interval> moved(double confidence) const {
        const auto& [before, after] = logs;
        const std::vector<double>& several = before.size() > 1 ? before : after;
        if (!of_runs || std::min(before.size(), after.size()) != 1 || several.size() < 2) {
            return stats::welch_interval(before, after, confidence);
        }
        const auto n = static_cast<double>(several.size());
        const double half = stats::student_quantile(confidence, n - 1) *
                            stats::standard_deviation(several) * std::sqrt(1 + 1 / n);
        const double middle = stats::mean(after) - stats::mean(before);
        return stats::interval{middle - half, middle + half, confidence};
    }
};

/// The figures of the passes of each old and each new run.
using figures_of_runs = std::array<std::vector<std::vector<double>>, 2>;

two_samples samples_of(const figures_of_runs& sides) {
    const bool of_runs = sides[0].size() > 1 || sides[1].size() > 1;
    if (!of_runs) {
        return {{sides[0].at(0), sides[1].at(0)}, false};
    }
    two_samples found{{}, true};
    for (std::size_t side = 0; side < sides.size(); ++side) {
        for (const std::vector<double>& passes : sides[side]) {
            if (!passes.empty()) {
                found.logs[side].push_back(stats::mean(passes));
            }
        }
    }
    return found;
}

/// A row with its samples, and the range in which it may lie without a change.
struct judged_row {
    difference* row;
    two_samples costs;
    stats::interval machine;
    double floor; ///< smaller differences of single runs are not claimed: a share
};

/// The samples are of quiet rounds if all runs have such a value, else of all rounds. If they give
/// no verdict, the row has the reason.
judged_row sampled(row_cases& row) {
    bool quiet = true;
    double floor = 0;
    for (const cases_of_runs& cases : row.cases) {
        for (const auto& [run, each] : cases) {
            quiet = quiet && each->cost.quiet();
            floor = std::max(floor, each->cost.noise_floor.value_or(0));
        }
    }
    figures_of_runs figures;
    for (std::size_t side = 0; side < figures.size(); ++side) {
        for (const auto& [run, each] : row.cases[side]) {
            figures[side].push_back(each->cost.logs_of(!quiet));
            if (figures[side].back().empty()) {
                row.row.why = "one of its passes has no figure above zero, or none of all rounds";
                figures[side].back() = {
                    std::log(each->cost.estimate_of(!quiet).value)}; // only to be printed
            }
        }
    }
    two_samples costs = samples_of(figures);
    row.row.set_costs(costs.logs[0], costs.logs[1]);
    if (row.row.why.empty() && !costs.moved(measure::confidence)) {
        row.row.why = "one side has a single pass, which does not show how passes scatter";
    }
    floor = costs.of_runs ? 0 : floor;
    return {&row.row, std::move(costs), {}, floor};
}

/// The range of a row that did not change, by the machine's change that the reference loops show.
std::optional<stats::interval> machine_of(const std::string& program, const program_runs& runs,
                                          comparison& to) {
    figures_of_runs figures;
    for (std::size_t side = 0; side < figures.size(); ++side) {
        for (const result_file* run : runs.sides[side]) {
            figures[side].push_back(run->reference_logs);
        }
    }
    auto range = samples_of(figures).moved(measure::confidence);
    if (range) {
        to.movements.push_back({program, *range});
        range->low = std::min(0.0, range->low);
        range->high = std::max(0.0, range->high);
    }
    return range;
}

/// Birge's ratio, at least 1: the factor between the true errors of the rows and the errors from
/// their passes. Passes of one run do not tell how much two runs differ. With this factor, the 50 %
/// interval of the middle row reaches to the median row. The precision of the factor is that of a
/// standard deviation of 0.37 n values. n / (n - 0.8) corrects for the median, which is one of the
/// rows. See Croux and Rousseeuw, "Time-Efficient Algorithms for Two Highly Robust Estimators of
/// Scale", Computational Statistics 1 (1992).
constexpr double values_of_a_row = 0.37;
double scatter_of(const std::vector<judged_row>& rows, double confidence) {
    std::vector<stats::interval> halves;
    std::vector<double> logs;
    for (const judged_row& judged : rows) {
        halves.push_back(*judged.costs.moved(0.5));
        logs.push_back(std::midpoint(halves.back().low, halves.back().high));
    }
    const auto n = static_cast<double>(rows.size());
    const double middle = rows.empty() ? 0 : stats::median(logs);
    std::vector<double> ratios;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (halves[i].half_width() > 0) {
            ratios.push_back(std::abs(logs[i] - middle) * n / (n - 0.8) / halves[i].half_width());
        }
    }
    constexpr double normal = 1e9; // degrees of freedom
    return ratios.empty() || stats::median(ratios) <= 1
               ? 1
               : stats::median(ratios) * stats::student_quantile(confidence, values_of_a_row * n) /
                     stats::student_quantile(confidence, normal);
}

} // namespace

void compare_apart(runs_by_program& programs, comparison& to) {
    // The scatter of n rows is as precise as that of 0.37 n values, and needs two values.
    constexpr auto fewest_rows = static_cast<std::size_t>(2 / values_of_a_row) + 1;
    std::vector<judged_row> rows;
    std::size_t of_passes = 0;
    for (auto& [program, runs] : programs) {
        if (!runs.pairs.empty()) {
            continue;
        }
        const auto machine = machine_of(program, runs, to);
        for (auto& [name, row] : runs.rows) {
            judged_row judged = sampled(row);
            if (row.row.why.empty() && !machine) {
                row.row.why = "no reference loops show how the machine changed between the runs";
            } else if (row.row.why.empty()) {
                judged.machine = *machine;
                of_passes += judged.costs.of_runs ? 0 : 1;
                rows.push_back(std::move(judged));
            }
        }
    }
    const double each =
        1 - measure::error_level / static_cast<double>(std::max<std::size_t>(1, rows.size()));
    const double scatter = scatter_of(rows, each);
    for (const judged_row& judged : rows) {
        if (!judged.costs.of_runs && of_passes < fewest_rows) {
            judged.row->why = fmt::format("two single runs with fewer than {} rows do not show how "
                                          "much runs differ; measure several runs of each",
                                          fewest_rows);
            continue;
        }
        const stats::interval own = *judged.costs.moved(each);
        const double log = std::midpoint(own.low, own.high);
        const double half = std::max(scatter * own.half_width(), std::log1p(judged.floor));
        judged.row->conclude(log, {log - half, log + half, measure::confidence}, judged.machine,
                             to.share);
    }
}

} // namespace tollgate::cost_sheet
