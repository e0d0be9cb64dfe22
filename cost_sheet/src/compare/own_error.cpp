// SPDX-License-Identifier: BSL-1.0
#include "compare/own_error.hpp"

#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>

#include <cmath>

namespace tollgate::cost_sheet {
namespace {

/// Two-sided 95 % of a normal distribution.
constexpr double normal_95 = 1.96;

/// Of an interval that rests on some rounds of one process.
constexpr double degrees_of_rounds = 5;

double stated_error(const run_cost& one) {
    const auto half =
        one.rounds_half_width ? one.rounds_half_width : log_half_width(one.value_ns, one.range);
    return half.value_or(0) / normal_95;
}

own_error stated(const run_list& runs, const std::string& name, bool as_it_is) {
    own_error found;
    found.log = stats::median(run_logs(runs, name, as_it_is));
    for (const measured_run* each : runs) {
        const run_case& one = each->cases.at(name);
        const double error = stated_error(as_it_is ? one.as_it_is() : one.cost);
        found.variance += error * error;
    }
    const auto n = static_cast<double>(runs.size());
    found.variance /= n * n;
    found.degrees = degrees_of_rounds;
    found.replicated = false;
    return found;
}

} // namespace

own_error own_error_of(const run_list& runs, const std::string& name, bool as_it_is) {
    const run_case& only = runs.front()->cases.at(name);
    const std::vector<double> logs = runs.size() > 1
                                         ? run_logs(runs, name, as_it_is)
                                         : (as_it_is ? only.as_it_is() : only.cost).process_logs;
    if (logs.size() < own_error::least_replicates) {
        return stated(runs, name, as_it_is);
    }
    const auto n = static_cast<double>(logs.size());
    const double deviation = stats::standard_deviation(logs);
    return {stats::mean(logs), deviation * deviation / n, n - 1, true};
}

own_error own_error_of(const case_runs& one) {
    const bool as_it_is = only_partly_quiet(all_runs(one), one.name);
    const own_error before = own_error_of(one.old_runs, one.name, as_it_is);
    const own_error after = own_error_of(one.new_runs, one.name, as_it_is);
    own_error ratio;
    ratio.log = after.log - before.log;
    ratio.variance = before.variance + after.variance;
    ratio.replicated = before.replicated && after.replicated;
    if (ratio.variance > 0) {
        ratio.degrees =
            welch_degrees(before.variance, before.degrees, after.variance, after.degrees);
    }
    return ratio;
}

double welch_degrees(double variance, double degrees, double other_variance, double other_degrees) {
    const double sum = variance + other_variance;
    const double share = variance / sum;
    const double other_share = other_variance / sum;
    return 1 / (share * share / degrees + other_share * other_share / other_degrees);
}

} // namespace tollgate::cost_sheet
