// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "pass_estimates.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/stats/grouped_quantile.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tollgate::measure {
namespace {

double mean_of(std::vector<double> values) {
    return stats::mean(values);
}

/// A coarse clock may not have moved during a whole batch.
bool has_value(const case_round& round) {
    return round.value_ns > 0;
}

/// The difference is computed for each round, so that a change of the machine's speed between
/// rounds has no effect. A pass contributes the mean of its rounds, because the interrupts' share
/// is a mean, too, and the median round may contain no interrupt.
closure close(const case_record& record, const chosen_rounds& chosen, const machine_speed& during) {
    closure result;
    result.slope_ns = estimated(
                          record, chosen, [](const auto& r) { return r.fit.slope; }, any_round)
                          .value_or(estimate{});
    // Groups of a few operations are too short for interrupts.
    result.interrupts_share = during.interrupts_share;
    const auto difference = estimated(
        record, chosen, [](const auto& r) { return r.fit.slope / r.value_ns - 1; }, has_value,
        mean_of);
    if (!difference) {
        return result;
    }
    result.difference = difference->value;
    if (difference->range) {
        const double unexplained = difference->value + result.interrupts_share;
        result.unexplained =
            stats::interval{unexplained - std::hypot(difference->value - difference->range->low,
                                                     during.interrupts_u95),
                            unexplained + std::hypot(difference->range->high - difference->value,
                                                     during.interrupts_u95),
                            confidence};
        result.disagrees = !result.unexplained->contains(0);
    }
    return result;
}

/// The squared correlation of the logarithms of values and references, corrected for the
/// correlation of as many unrelated figures. Loops that are slow when the case is fast explain
/// nothing.
double explained_by_references(const std::vector<case_round>& rounds) {
    std::vector<double> values;
    std::vector<double> references;
    for (const case_round& round : rounds) {
        if (round.has_references() && has_value(round)) {
            values.push_back(std::log(round.value_ns));
            references.push_back(
                std::log(std::midpoint(round.reference_before_ns, round.reference_after_ns)));
        }
    }
    if (values.size() < 3) {
        return 0;
    }
    const double value = stats::mean(values);
    const double reference = stats::mean(references);
    double both = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        both += (values[i] - value) * (references[i] - reference);
    }
    const double spread = stats::standard_deviation(values) *
                          stats::standard_deviation(references) *
                          static_cast<double>(values.size() - 1);
    if (!(spread > 0) || both <= 0) {
        return 0;
    }
    const double squared = std::min(1.0, both / spread * both / spread);
    const auto n = static_cast<double>(values.size());
    return std::max(0.0, 1 - (1 - squared) * (n - 1) / (n - 2));
}

void describe_value(const case_record& record, const quiet_level& level, case_summary& summary) {
    const auto value = [](const case_round& r) { return r.value_ns; };
    const auto quiet = [&](const case_round& r) { return is_quiet(r, level); };
    summary.quiet_references = level;
    summary.pass_figures_ns = of_passes(record, mean_of, value, any_round);
    summary.figure_passes = passes_with(record, any_round);
    summary.passes = summary.pass_figures_ns.size();
    summary.as_it_is_ns = over_passes(summary.pass_figures_ns);
    summary.value_ns = summary.as_it_is_ns;
    for (const case_round& round : record.rounds) {
        summary.quiet_rounds += quiet(round) ? 1 : 0;
    }
    summary.explained = explained_by_references(record.rounds);
    std::vector<double> quiet_figures = of_passes(record, stats::median, value, quiet);
    if (quiet_figures.size() >= fewest_passes && summary.explained >= least_explained) {
        summary.quiet_ns = over_quiet_passes(quiet_figures);
        summary.value_ns = *summary.quiet_ns;
        summary.all_rounds_passes_ns =
            std::exchange(summary.pass_figures_ns, std::move(quiet_figures));
        summary.figure_passes = passes_with(record, quiet);
    }
}

void describe_disturbances(const case_record& record, case_summary& summary) {
    for (const case_round& round : record.rounds) {
        if (!round.disturbances.empty()) {
            ++summary.disturbed_rounds;
            if (summary.disturbed_by.empty()) {
                summary.disturbed_by = round.disturbances.front();
            }
        }
    }
}

/// The kernel samples user and system time, so that the figures of a single round are coarse. The
/// samples of all rounds divide the CPU time, which is exact.
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

/// Subtracts the overhead, whose uncertainty widens the interval. Precondition: it has one.
std::optional<stats::interval> corrected_range(const std::optional<stats::interval>& counts,
                                               const case_record& record,
                                               const estimate& overhead_ns) {
    if (!counts) {
        return std::nullopt;
    }
    const double error_ns = *overhead_ns.uncertainty();
    return stats::interval{counts->low * record.ns_per_count - overhead_ns.value - error_ns,
                           counts->high * record.ns_per_count - overhead_ns.value + error_ns,
                           counts->confidence};
}

/// Fills in the percentiles, the maximum and the curve, and the counts of impossible samples. Needs
/// the overhead and the units per operation.
void describe_samples(const case_record& record, case_summary& summary) {
    summary.early = record.samples.negative();
    summary.off_scale = record.samples.overflow();
    summary.samples = record.samples.count();
    if (summary.samples == 0 || summary.units_per_operation != 1) {
        summary.samples = 0;
        return;
    }
    const estimate& overhead_ns = summary.overhead_ns;
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        percentile& reported = summary.percentiles[i];
        if (summary.samples >= stats::samples_needed(reported.p)) {
            reported.raw_ns = record.samples.quantile(reported.p) * record.ns_per_count;
            if (may_be_corrected(*reported.raw_ns, overhead_ns, record.reading_ns)) {
                reported.corrected_ns = *reported.raw_ns - overhead_ns.value;
                reported.range_ns =
                    i < record.sample_ranges.size()
                        ? corrected_range(record.sample_ranges[i], record, overhead_ns)
                        : std::nullopt;
            }
        }
    }
    summary.max_raw_ns = static_cast<double>(record.samples.max()) * record.ns_per_count;
    if (may_be_corrected(*summary.max_raw_ns, overhead_ns, record.reading_ns)) {
        summary.max_corrected_ns = *summary.max_raw_ns - overhead_ns.value;
    }
    if (summary.percentiles.front().raw_ns) {
        summary.curve = curve_of(record);
    }
}

} // namespace

std::optional<double> estimate::uncertainty() const {
    if (!range) {
        return std::nullopt;
    }
    return std::max(range->high - value, value - range->low);
}

bool may_be_corrected(double raw_ns, const estimate& overhead_ns, double reading_ns) {
    constexpr double most_readings = 3;
    constexpr double most_uncertainty = 0.05;
    const auto uncertainty = overhead_ns.uncertainty();
    const bool plausible =
        reading_ns <= 0 || std::abs(overhead_ns.value) <= most_readings * reading_ns;
    const double corrected_ns = raw_ns - overhead_ns.value;
    return plausible && uncertainty && corrected_ns > 0 &&
           *uncertainty <= most_uncertainty * corrected_ns;
}

case_summary summarize(const case_record& record, const machine_speed& during) {
    const quiet_level level = during.level_of(record);
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
    summary.mean_ns = stats::mean(values);
    summary.stddev_ns = stats::standard_deviation(values);
    describe_value(record, level, summary);
    const chosen_rounds chosen{summary.quiet_ns.has_value(), level};
    summary.overhead_ns =
        estimated(
            record, chosen, [](const auto& r) { return r.fit.intercept; }, any_round)
            .value_or(estimate{});
    if (record.valued_by == method::untimed_loop) {
        summary.check = close(record, chosen, during);
    }
    summary.raw_mean_ns =
        !has_samples(record.valued_by)
            ? summary.mean_ns
            : median_over(rounds, [](const auto& r) { return r.fit.intercept + r.fit.slope; });
    describe_cpu_time(rounds, summary);
    summary.voluntary_switches =
        stats::mean(over_rounds(rounds, [](const auto& r) { return r.voluntary_switches; }));
    summary.involuntary_switches =
        stats::mean(over_rounds(rounds, [](const auto& r) { return r.involuntary_switches; }));
    summary.units_per_operation =
        median_over(rounds, [](const auto& r) { return r.units_per_operation; });
    describe_disturbances(record, summary);
    describe_samples(record, summary);
    return summary;
}

namespace {

void keep_sample_ranges(case_record& record) {
    if (record.samples_of_passes.empty()) {
        return;
    }
    record.sample_ranges.clear();
    for (const double p : reported_percentiles) {
        record.sample_ranges.push_back(
            stats::grouped_quantile_interval(record.samples_of_passes, p, confidence));
    }
    record.samples_of_passes = std::vector<stats::histogram>();
}

} // namespace

std::vector<case_result> conclude(std::vector<case_record> records, const machine_speed& during) {
    std::vector<case_result> all;
    all.reserve(records.size());
    for (case_record& record : records) {
        keep_sample_ranges(record);
        case_summary summary = summarize(record, during);
        all.emplace_back(std::move(record), std::move(summary));
    }
    return all;
}

} // namespace tollgate::measure
