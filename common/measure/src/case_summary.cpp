// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "rounded_summary.hpp"

#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/order_statistic_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace tollgate::measure {
namespace {

template <class Figure>
std::vector<double> over_rounds(const std::vector<case_round>& rounds, Figure figure) {
    std::vector<double> values;
    values.reserve(rounds.size());
    for (const case_round& round : rounds) {
        values.push_back(figure(round));
    }
    return values;
}

template <class Figure>
double median_over(const std::vector<case_round>& rounds, Figure figure) {
    return stats::median(over_rounds(rounds, figure));
}

estimate median_estimate(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {stats::quantile(values, 0.5), stats::order_statistic_interval(values, 0.5, confidence)};
}

/// Taken round by round, so that a machine that changes its speed between rounds does not enter.
closure close(const case_record& record, const estimate& value) {
    closure result;
    result.slope_ns =
        median_estimate(over_rounds(record.rounds, [](const auto& r) { return r.fit.slope; }));
    // A clock that steps coarsely may not have moved during a whole batch.
    std::vector<double> differences;
    for (const case_round& round : record.rounds) {
        if (round.value_ns > 0) {
            differences.push_back(round.fit.slope / round.value_ns - 1);
        }
    }
    result.difference = differences.empty() ? 0 : stats::median(std::move(differences));
    const auto of_value = value.uncertainty();
    const auto of_slope = result.slope_ns.uncertainty();
    result.disagrees = of_value && of_slope &&
                       std::abs(result.difference) * value.value > std::hypot(*of_value, *of_slope);
    return result;
}

steadiness compare_halves(const std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    const estimate first = median_estimate({values.begin(), middle});
    const estimate second = median_estimate({middle, values.end()});
    const bool apart =
        first.range && second.range &&
        (first.range->high < second.range->low || second.range->high < first.range->low);
    return {first.value, second.value, apart};
}

/// Puts the processes' own spread into the value where it is the larger one.
void widen_for_processes(const case_record& record, case_summary& summary) {
    std::map<std::uint64_t, std::vector<double>> by_process;
    for (const case_round& round : record.rounds) {
        by_process[round.process].push_back(round.value_ns);
    }
    summary.spread.processes = by_process.size();
    std::vector<double>& medians = summary.spread.medians_ns;
    std::vector<double> widths;
    for (auto& [process, values] : by_process) {
        const estimate own = median_estimate(std::move(values));
        medians.push_back(own.value);
        if (own.range) {
            widths.push_back(2 * own.range->half_width());
        }
    }
    if (by_process.size() < 2) {
        return;
    }
    const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
    summary.spread.between_ns = *most - *least;
    summary.spread.within_ns = widths.empty() ? 0 : stats::median(widths);
    summary.spread.layout_dominates = summary.spread.between_ns > summary.spread.within_ns;
    if (!summary.spread.layout_dominates) {
        return;
    }
    summary.value_ns.value = stats::median(medians);
    if (const auto student = stats::mean_interval(medians, confidence)) {
        const double center = summary.value_ns.value;
        const double half =
            std::max({std::hypot(student->half_width(), summary.spread.within_ns / 2),
                      *most - center, center - *least});
        summary.value_ns.range = stats::interval{summary.value_ns.value - half,
                                                 summary.value_ns.value + half, confidence};
    }
}

/// Four points a decade from the median on, and three before it.
std::vector<curve_point> curve_of(const case_record& record) {
    constexpr double least_beyond = 10;
    constexpr double step = 1.7782794100389228; // a quarter of a decade
    std::vector<curve_point> curve;
    const auto samples = static_cast<double>(record.samples.count());
    const auto add = [&](double beyond) {
        curve.push_back({beyond, record.samples.quantile(1 - beyond) * record.ns_per_count});
    };
    for (const double beyond : {0.99, 0.9, 0.75}) {
        if (samples * (1 - beyond) >= least_beyond) {
            add(beyond);
        }
    }
    for (double beyond = 0.5; samples * beyond >= least_beyond; beyond /= step) {
        add(beyond);
    }
    return curve;
}

void describe_samples(const case_record& record, case_summary& summary) {
    summary.early = record.samples.negative();
    summary.off_scale = record.samples.overflow();
    summary.samples = record.samples.count();
    if (summary.samples == 0 || summary.units_per_operation != 1) {
        summary.samples = 0;
        return;
    }
    const double overhead_ns = summary.overhead_ns.value;
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        percentile& wanted = summary.percentiles[i];
        if (summary.samples >= stats::samples_needed(wanted.p)) {
            wanted.raw_ns = record.samples.quantile(wanted.p) * record.ns_per_count;
            wanted.corrected_ns = *wanted.raw_ns - overhead_ns;
        }
    }
    summary.max_raw_ns = static_cast<double>(record.samples.max()) * record.ns_per_count;
    summary.max_corrected_ns = *summary.max_raw_ns - overhead_ns;
    if (summary.percentiles.front().raw_ns) {
        summary.curve = curve_of(record);
    }
}

void describe_disturbances(const case_record& record, case_summary& summary) {
    std::vector<double> quiet;
    for (const case_round& round : record.rounds) {
        if (round.disturbances.empty()) {
            quiet.push_back(round.value_ns);
        } else if (summary.disturbed_by.empty()) {
            summary.disturbed_by = round.disturbances.front();
        }
    }
    summary.disturbed_rounds = record.rounds.size() - quiet.size();
    if (summary.disturbed_rounds != 0 && !quiet.empty()) {
        summary.undisturbed_ns = stats::median(std::move(quiet));
    }
}

/// The kernel samples where time goes, so single rounds are coarse; over all of them the samples
/// say how to divide what was measured exactly.
void describe_cpu_time(const std::vector<case_round>& rounds, case_summary& summary) {
    summary.cpu_ns = median_over(rounds, [](const auto& r) { return r.cpu_ns; });
    const double user =
        stats::mean(over_rounds(rounds, [](const auto& r) { return r.cpu_user_ns; }));
    const double system =
        stats::mean(over_rounds(rounds, [](const auto& r) { return r.cpu_system_ns; }));
    const double user_share = user + system > 0 ? user / (user + system) : 1;
    summary.cpu_user_ns = summary.cpu_ns * user_share;
    summary.cpu_system_ns = summary.cpu_ns - summary.cpu_user_ns;
}

double weighed_slope(const std::vector<case_round>& rounds) {
    double sum = 0;
    double operations = 0;
    for (const case_round& round : rounds) {
        sum += round.fit.slope * static_cast<double>(round.operations);
        operations += static_cast<double>(round.operations);
    }
    return operations > 0 ? sum / operations : 0;
}

} // namespace

std::optional<double> estimate::uncertainty() const {
    if (!range) {
        return std::nullopt;
    }
    return std::max(range->high - value, value - range->low);
}

case_summary summarize(const case_record& record) {
    case_summary summary;
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        summary.percentiles[i].p = reported_percentiles[i];
    }
    const std::vector<case_round>& rounds = record.rounds;
    if (rounds.empty()) {
        return summary;
    }
    const std::vector<double> values =
        over_rounds(rounds, [](const auto& r) { return r.value_ns; });
    summary.rounds = rounds.size();
    summary.value_ns = median_estimate(values);
    summary.rounds_range_ns = summary.value_ns.range;
    summary.mean_ns = stats::mean(values);
    summary.stddev_ns = stats::standard_deviation(values);
    if (rounds.size() >= 12) {
        summary.halves = compare_halves(values);
    }
    summary.overhead_ns =
        median_estimate(over_rounds(rounds, [](const auto& r) { return r.fit.intercept; }));
    if (record.valued_by == method::unobserved_loop) {
        summary.check = close(record, summary.value_ns);
    }
    summary.raw_mean_ns =
        median_over(rounds, [](const auto& r) { return r.fit.intercept + r.fit.slope; });
    summary.slope_mean_ns = weighed_slope(rounds);
    describe_cpu_time(rounds, summary);
    summary.voluntary_switches =
        stats::mean(over_rounds(rounds, [](const auto& r) { return r.voluntary_switches; }));
    summary.involuntary_switches =
        stats::mean(over_rounds(rounds, [](const auto& r) { return r.involuntary_switches; }));
    summary.units_per_operation =
        median_over(rounds, [](const auto& r) { return r.units_per_operation; });
    describe_disturbances(record, summary);
    describe_samples(record, summary);
    widen_for_processes(record, summary);
    return in_ten_digits(std::move(summary));
}

} // namespace tollgate::measure
