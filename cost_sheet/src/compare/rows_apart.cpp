// SPDX-License-Identifier: BSL-1.0
#include "compare/rows_apart.hpp"

#include "compare/own_error.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/holm.hpp>
#include <tollgate/stats/quantile.hpp>
#include <tollgate/stats/student_quantile.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tollgate::cost_sheet {
namespace {

/// What most cases do says little of how far a single one may go once in a while: a layout that is
/// drawn anew by each process, something that got in the way of one run. One process of either side
/// has no other that would tell of such. Degrees of freedom of Student's t, with which imagined
/// machines of that kind show what is not there in one comparison of twenty (acceptance/compare).
constexpr double replicated_tails = 3;
constexpr double single_tails = 1.35;

/// Of a normal distribution half the values lie within that many deviations.
constexpr double probable_error = 0.6745;

/// The error of a median of normal values, in errors of their mean.
constexpr double median_error = 1.2533;

/// A deviation from a median is known as well as one from that many times as many values.
constexpr double median_degrees = 0.37;

/// A distance in errors of nothing.
constexpr double beyond_all = 1e100;

/// A row without the common movement: its distance from that, and its own error.
struct residual {
    double log;
    own_error own;
};

/// The median of distances from a median of as many values, on the scale of normal deviations. Few
/// of them are too close to their own median: Croux and Rousseeuw, "Time-Efficient Algorithms for
/// Two Highly Robust Estimators of Scale", Computational Statistics 1 (1992).
double deviation_in(std::vector<double> distances) {
    const auto n = static_cast<double>(distances.size());
    return stats::median(std::move(distances)) / probable_error * n / (n - 0.8);
}

double deviation_of(const std::vector<residual>& rows) {
    std::vector<double> distances;
    distances.reserve(rows.size());
    for (const residual& one : rows) {
        distances.push_back(std::abs(one.log));
    }
    return deviation_in(std::move(distances));
}

/// The same in the rows' own errors, with that much more variance in each row.
double deviation_in_errors(const std::vector<residual>& rows, double more) {
    std::vector<double> distances;
    for (const residual& one : rows) {
        const double variance = one.own.variance + more;
        distances.push_back(variance > 0   ? std::abs(one.log) / std::sqrt(variance)
                            : one.log == 0 ? 0
                                           : beyond_all);
    }
    return deviation_in(std::move(distances));
}

/// The variance that the rows' own errors leave to explain: with it their distances are what normal
/// ones are.
double variance_beside(const std::vector<residual>& rows) {
    if (rows.empty() || deviation_in_errors(rows, 0) <= 1) {
        return 0;
    }
    double low = 0;
    double high = std::pow(deviation_of(rows), 2);
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (deviation_in_errors(rows, middle) > 1 ? low : high) = middle;
    }
    return high;
}

/// How many times as large as the rows' own variances their distances are, in the median row.
double times_own(const std::vector<residual>& rows) {
    if (rows.empty()) {
        return 1;
    }
    const double in_errors = deviation_in_errors(rows, 0);
    return in_errors < beyond_all / 1e10 ? std::max(1.0, in_errors * in_errors) : 1;
}

/// What the movement of a row without a change may be.
class scatter {
public:
    explicit scatter(const std::vector<residual>& rows)
        : degrees_(median_degrees * static_cast<double>(rows.size())),
          deviation_(deviation_of(rows)) {
        std::vector<residual> replicated;
        std::vector<residual> single;
        std::vector<double> variances;
        for (const residual& one : rows) {
            (one.own.replicated ? replicated : single).push_back(one);
            variances.push_back(one.own.variance);
        }
        beside_ = variance_beside(replicated);
        times_replicated_ = times_own(replicated);
        times_single_ = times_own(single);
        // Few rows may lie closer together by chance than each of them is known.
        const double each = std::max(deviation_ * deviation_, stats::median(std::move(variances)));
        common_ = median_error * median_error * each / static_cast<double>(rows.size());
    }

    /// Of the median row, as a variance.
    [[nodiscard]] double common() const { return common_; }
    [[nodiscard]] double degrees() const { return degrees_; }

    /// Variance and degrees of freedom of a row. A case whose rounds or processes scatter more than
    /// others' moves more between two sides as well.
    [[nodiscard]] own_error of(const residual& one) const {
        own_error all = one.own;
        double beside = common_;
        double tails = degrees_;
        if (one.own.replicated) {
            beside += std::max(beside_, (times_replicated_ - 1) * all.variance);
            tails = std::min(tails, replicated_tails);
        } else {
            all.variance *= times_single_;
            beside += deviation_ * deviation_;
            tails = std::min(tails, single_tails);
        }
        if (all.variance + beside > 0) {
            all.degrees = welch_degrees(all.variance, all.degrees, beside, tails);
        }
        all.variance += beside;
        return all;
    }

private:
    double degrees_;
    double deviation_;
    double beside_ = 0;
    double times_replicated_ = 1;
    double times_single_ = 1;
    double common_ = 0;
};

double p_value_of(const residual& one, const own_error& error) {
    if (!(error.variance > 0)) {
        return one.log == 0 ? 1 : 0;
    }
    return stats::student_p_value(one.log / std::sqrt(error.variance), error.degrees);
}

double larger_floor(const case_runs& one) {
    if (one.old_runs.size() > 1 || one.new_runs.size() > 1) {
        return 0;
    }
    const auto floor_in = [&](const measured_run* run) {
        return run->cases.at(one.name).noise_floor.value_or(0);
    };
    return std::max(floor_in(one.old_runs.front()), floor_in(one.new_runs.front()));
}

stats::interval range_of(const residual& one, const own_error& error, double confidence,
                         bool resolved) {
    const double half =
        stats::student_quantile(confidence, error.degrees) * std::sqrt(error.variance);
    stats::interval range{one.log - half, one.log + half, confidence};
    constexpr double beside_zero = std::numeric_limits<double>::min();
    if (resolved && one.log > 0) {
        range.low = std::max(range.low, beside_zero);
    } else if (resolved) {
        range.high = std::min(range.high, -beside_zero);
    }
    return range;
}

/// All runs of a side, each once.
run_list runs_of(const std::vector<apart_case>& cases, run_list case_runs::*side) {
    run_list all;
    for (const apart_case& one : cases) {
        all.insert(all.end(), (one.runs->*side).begin(), (one.runs->*side).end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// The median row's movement without the rows that are shown to have moved by themselves; of all,
/// if few are left.
double log_of_the_others(const std::vector<apart_case>& cases, const std::vector<residual>& rows,
                         double of_all) {
    std::vector<double> others;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const difference::verdict says = cases[i].row->says;
        if (says != difference::verdict::slower && says != difference::verdict::faster) {
            others.push_back(rows[i].own.log);
        }
    }
    return others.size() < least_rows ? of_all : stats::median(std::move(others));
}

common_movement common_of(const std::vector<apart_case>& cases, double log, const scatter& around) {
    common_movement common;
    common.rows = cases.size();
    common.ratio = std::exp(log);
    const double half =
        stats::student_quantile(measure::confidence, around.degrees()) * std::sqrt(around.common());
    common.range = {std::exp(log - half), std::exp(log + half), measure::confidence};
    common.moved = std::abs(log) > half;
    common.marks =
        moved_marks(runs_of(cases, &case_runs::old_runs), runs_of(cases, &case_runs::new_runs));
    if (common.moved) {
        common.speed = judge_speed(common.ratio, common.marks);
    }
    return common;
}

} // namespace

std::optional<common_movement> test_apart(const std::vector<apart_case>& cases) {
    std::vector<residual> rows;
    std::vector<double> logs;
    for (const apart_case& one : cases) {
        rows.push_back({0, own_error_of(*one.runs)});
        logs.push_back(rows.back().own.log);
        one.row->ratio = std::exp(logs.back());
    }
    if (cases.size() < least_rows) {
        for (const apart_case& one : cases) {
            one.row->why = "too few cases to know how much two runs of this machine differ";
        }
        return std::nullopt;
    }
    const double common = stats::median(logs);
    for (residual& one : rows) {
        one.log = one.own.log - common;
    }
    const scatter around(rows);
    std::vector<double> p_values;
    p_values.reserve(rows.size());
    for (const residual& one : rows) {
        p_values.push_back(p_value_of(one, around.of(one)));
    }
    const std::vector<double> adjusted = stats::holm(p_values);
    const double each = 1 - measure::error_level / static_cast<double>(cases.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        difference& row = *cases[i].row;
        row.floor = larger_floor(*cases[i].runs);
        row.conclude(rows[i].own.log, range_of(rows[i], around.of(rows[i]), each,
                                               adjusted[i] <= measure::error_level));
    }
    return common_of(cases, log_of_the_others(cases, rows, common), around);
}

} // namespace tollgate::cost_sheet
