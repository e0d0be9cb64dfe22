// SPDX-License-Identifier: BSL-1.0
#include "compare/noise_apart.hpp"

#include <tollgate/stats/quantile.hpp>
#include <tollgate/stats/student_quantile.hpp>
#include <tollgate/stats/welch_interval.hpp>

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

/// What most cases do says little of how far a single one may go once in a while: a layout that is
/// drawn anew by each process, something that got in the way of one run. Where several processes or
/// runs tell each other of such, tails a little heavier than normal ones are enough; one process of
/// either side has no other to ask. Degrees of freedom of Student's t.
constexpr double replicated_tails = 5;
constexpr double single_tails = 2;

/// Of a normal distribution half the values lie within that many deviations.
constexpr double probable_error = 0.6745;

/// Two-sided 95 % of a normal distribution.
constexpr double normal_95 = 1.96;

/// A side's own logarithms: of its runs, or if it has but one, of that one's processes.
std::vector<double> own_logs(const run_list& runs, const std::string& name) {
    return runs.size() > 1 ? run_logs(runs, name) : runs.front()->cases.at(name).process_logs;
}

double rounds_error(const run_list& runs, const std::string& name) {
    return runs.front()->cases.at(name).rounds_half_width.value_or(0) / normal_95;
}

double rounds_error(const case_runs& one) {
    return std::hypot(rounds_error(one.old_runs, one.name), rounds_error(one.new_runs, one.name));
}

} // namespace

noise_apart::noise_apart(const std::vector<const case_runs*>& cases) : rows_(cases.size()) {
    std::vector<double> distances;
    std::vector<double> in_errors;
    for (const case_runs* one : cases) {
        distances.push_back(std::abs(log_ratio_of(*one)));
        if (const double error = rounds_error(*one); error > 0) {
            in_errors.push_back(distances.back() / error);
        }
    }
    if (!distances.empty()) {
        deviation_ = stats::median(std::move(distances)) / probable_error;
    }
    if (!in_errors.empty()) {
        times_rounds_ = std::max(1.0, stats::median(std::move(in_errors)) / probable_error);
    }
}

double noise_apart::width_factor(double confidence, double tails) const {
    // A deviation from a median is known as well as one from 0.37 times as many values.
    return stats::student_quantile(confidence, std::min(tails, 0.37 * static_cast<double>(rows_)));
}

double noise_apart::half_width(const case_runs& one, double confidence) const {
    const auto welch = stats::welch_interval(own_logs(one.old_runs, one.name),
                                             own_logs(one.new_runs, one.name), confidence);
    if (welch) {
        return std::hypot(welch->half_width(),
                          deviation_ * width_factor(confidence, replicated_tails));
    }
    // A case whose rounds scatter more than others' moves more from process to process as well.
    return std::hypot(rounds_error(one) * times_rounds_ *
                          width_factor(confidence, replicated_tails),
                      deviation_ * width_factor(confidence, single_tails));
}

} // namespace tollgate::cost_sheet
