// SPDX-License-Identifier: BSL-1.0
#include "compare/case_test.hpp"

#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>
#include <tollgate/stats/signed_rank.hpp>
#include <tollgate/stats/student_quantile.hpp>
#include <tollgate/stats/welch_interval.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

using verdict = difference::verdict;
using manner = difference::manner;

/// What most cases do says little of how far a single one may go once in a while: a layout that is
/// drawn anew by each process, something that got in the way of one run. Where several processes or
/// runs tell each other of such, tails a little heavier than normal ones are enough; one process of
/// either side has nobody to ask.
constexpr double replicated_tails = 5;
constexpr double single_tails = 2;

const run_case& of(const measured_run& one, const std::string& name) {
    return one.cases.at(name);
}

std::vector<double> run_logs(const run_list& runs, const std::string& name) {
    std::vector<double> logs;
    for (const measured_run* one : runs) {
        logs.push_back(std::log(of(*one, name).value_ns));
    }
    return logs;
}

/// The middle of the interval is where the estimate is, or near it.
void conclude(difference& row, double log_ratio, double low, double high, double confidence) {
    row.ratio = std::exp(log_ratio);
    row.range = stats::interval{std::exp(low), std::exp(high), confidence};
    row.says = low > 0 ? verdict::slower : high < 0 ? verdict::faster : verdict::tie;
    if (std::abs(row.ratio - 1) <= row.floor) {
        row.says = verdict::tie;
    }
}

void test_pairs(const run_pairs& pairs, double confidence, difference& row) {
    std::vector<double> ratios;
    for (const auto& [before, after] : pairs) {
        ratios.push_back(std::log(of(*after, row.name).value_ns / of(*before, row.name).value_ns));
    }
    const stats::signed_rank_result found = stats::signed_rank(ratios, confidence);
    row.ratio = std::exp(found.estimate);
    if (!found.range) {
        row.why = fmt::format("{} pairs of runs; as many rows as these need {}", found.pairs,
                              stats::signed_rank_pairs_needed(confidence));
        return;
    }
    conclude(row, found.estimate, found.range->low, found.range->high, found.range->confidence);
}

/// A side's own logarithms: of its runs, or if it has but one, of that one's processes.
std::vector<double> own_logs(const run_list& runs, const std::string& name) {
    return runs.size() > 1 ? run_logs(runs, name) : of(*runs.front(), name).process_logs;
}

double rounds_error(const run_list& runs, const std::string& name) {
    return of(*runs.front(), name).rounds_half_width.value_or(0) /
           stats::student_quantile(0.95, 1e6);
}

double log_ratio_of(const case_runs& one) {
    return stats::median(run_logs(one.new_runs, one.name)) -
           stats::median(run_logs(one.old_runs, one.name));
}

/// How far cases move that did not change, as half the interval of one of them.
struct common_noise {
    explicit common_noise(const std::vector<const case_runs*>& cases) : rows(cases.size()) {
        std::vector<double> distances;
        for (const case_runs* one : cases) {
            distances.push_back(std::abs(log_ratio_of(*one)));
        }
        if (!distances.empty()) {
            // Of a normal distribution half the values lie within 0.6745 deviations.
            deviation = stats::median(std::move(distances)) / 0.6745;
        }
    }
    /// `tails`: the degrees of freedom of how cases move that did not change.
    [[nodiscard]] double half_width(double confidence, double tails) const {
        // A deviation from a median is known as well as one from 0.37 times as many values.
        const double degrees = std::min(tails, 0.37 * static_cast<double>(rows));
        return deviation * stats::student_quantile(confidence, degrees);
    }
    std::size_t rows;
    double deviation = 0;
};

/// How far apart two sides may be that did not change: what their own figures scatter, and what
/// other cases do.
double half_width_apart(const case_runs& one, const common_noise& noise, double confidence) {
    const auto welch = stats::welch_interval(own_logs(one.old_runs, one.name),
                                             own_logs(one.new_runs, one.name), confidence);
    if (welch) {
        return std::hypot(welch->half_width(), noise.half_width(confidence, replicated_tails));
    }
    const double rounds =
        stats::student_quantile(confidence, 1e6) *
        std::hypot(rounds_error(one.old_runs, one.name), rounds_error(one.new_runs, one.name));
    return std::hypot(rounds, noise.half_width(confidence, single_tails));
}

double larger_floor(const case_runs& one) {
    if (one.old_runs.size() > 1 || one.new_runs.size() > 1) {
        return 0;
    }
    return std::max(one.old_runs.front()->noise_floor.value_or(0),
                    one.new_runs.front()->noise_floor.value_or(0));
}

void test_apart(const case_runs& one, const common_noise& noise, double confidence,
                difference& row) {
    const double log_ratio = log_ratio_of(one);
    row.ratio = std::exp(log_ratio);
    if (noise.rows < least_rows_apart) {
        row.why = "too few cases to know how much two runs of this machine differ";
        return;
    }
    row.floor = larger_floor(one);
    const double half = half_width_apart(one, noise, confidence);
    conclude(row, log_ratio, log_ratio - half, log_ratio + half, confidence);
}

difference begin_row(const case_runs& one) {
    difference row;
    row.name = one.name;
    row.old_runs = one.old_runs.size();
    row.new_runs = one.new_runs.size();
    row.old_ns = std::exp(stats::median(run_logs(one.old_runs, one.name)));
    row.new_ns = std::exp(stats::median(run_logs(one.new_runs, one.name)));
    return row;
}

} // namespace

std::vector<difference> test_cases(const std::vector<case_runs>& cases) {
    const double confidence =
        1 - 0.05 / static_cast<double>(std::max<std::size_t>(1, cases.size()));
    std::vector<difference> rows;
    std::vector<const case_runs*> apart;
    for (const case_runs& one : cases) {
        rows.push_back(begin_row(one));
        if (const auto pairs = pair_in_time(one.old_runs, one.new_runs)) {
            rows.back().made = manner::interleaved;
            test_pairs(*pairs, confidence, rows.back());
        } else {
            apart.push_back(&one);
        }
    }
    const common_noise noise(apart);
    for (const case_runs* one : apart) {
        test_apart(*one, noise, confidence, rows[static_cast<std::size_t>(one - cases.data())]);
    }
    return rows;
}

} // namespace tollgate::cost_sheet
