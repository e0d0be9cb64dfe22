// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "rounded_summary.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/order_statistic_interval.hpp>
#include <tollgate/stats/quantile.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

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

/// How the rounds of a pass become one figure.
using middle = double (*)(std::vector<double>);

double mean_of(std::vector<double> values) {
    return stats::mean(values);
}

/// A figure for each pass from its rounds that are wanted, in the passes' order; passes without
/// such a round are left out.
template <class Figure, class Wanted>
std::vector<double> of_passes(const case_record& record, middle of, Figure figure, Wanted wanted) {
    std::map<std::uint64_t, std::vector<double>> passes;
    for (const case_round& round : record.rounds) {
        if (wanted(round)) {
            passes[round.process].push_back(figure(round));
        }
    }
    std::vector<double> figures;
    figures.reserve(passes.size());
    for (auto& [pass, values] : passes) {
        figures.push_back(of(std::move(values)));
    }
    return figures;
}

/// The passes with such a round, ascending: those of the figures above.
template <class Wanted>
std::vector<std::uint64_t> passes_with(const case_record& record, Wanted wanted) {
    std::set<std::uint64_t> passes;
    for (const case_round& round : record.rounds) {
        if (wanted(round)) {
            passes.insert(round.process);
        }
    }
    return {passes.begin(), passes.end()};
}

bool any_round(const case_round&) {
    return true;
}

/// Whatever the machine was going through: by ranks, which a bad pass moves little. Where slow
/// stretches are rarer than passes, many passes know their middle well, and the mean of the time
/// lies beside it: the interval reaches as far as Student's on that side.
estimate over_passes(const std::vector<double>& figures) {
    stats::signed_rank_result found = stats::signed_rank(figures, confidence);
    const auto of_mean = stats::mean_interval(figures, confidence);
    if (found.range && of_mean) {
        if (stats::mean(figures) > found.estimate) {
            found.range->high = std::max(found.range->high, of_mean->high);
        } else {
            found.range->low = std::min(found.range->low, of_mean->low);
        }
    }
    return {found.estimate, found.range};
}

/// Quiet rounds are alike from pass to pass: Student's interval, which is narrower. The value is
/// that of ranks; the interval reaches to it.
estimate over_quiet_passes(const std::vector<double>& figures) {
    const double value = stats::signed_rank(figures, confidence).estimate;
    auto range = stats::mean_interval(figures, confidence);
    if (range) {
        range->low = std::min(range->low, value);
        range->high = std::max(range->high, value);
    }
    return {value, range};
}

estimate over_all_rounds(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {stats::quantile(values, 0.5), stats::order_statistic_interval(values, 0.5, confidence)};
}

/// The rounds that the figures of a case are of.
struct chosen_rounds {
    basis over = basis::passes;
    bool quiet = false;
    quiet_level level{};
};

/// Over the passes, or over the rounds where there are too few of them. Nothing of no round that
/// `counts`.
template <class Figure, class Counts>
std::optional<estimate> estimated(const case_record& record, const chosen_rounds& chosen,
                                  Figure figure, Counts counts, middle of_pass = stats::median) {
    const auto wanted = [&](const case_round& round) {
        return counts(round) && (!chosen.quiet || is_quiet(round, chosen.level));
    };
    if (chosen.over == basis::rounds) {
        std::vector<double> values;
        for (const case_round& round : record.rounds) {
            if (wanted(round)) {
                values.push_back(figure(round));
            }
        }
        return values.empty() ? std::nullopt : std::optional(over_all_rounds(std::move(values)));
    }
    const std::vector<double> figures = of_passes(record, of_pass, figure, wanted);
    if (figures.empty()) {
        return std::nullopt;
    }
    return chosen.quiet ? over_quiet_passes(figures) : over_passes(figures);
}

/// A clock that steps coarsely may not have moved during a whole batch.
bool has_value(const case_round& round) {
    return round.value_ns > 0;
}

/// Taken round by round, so that a machine that changes its speed between rounds does not enter. Of
/// a pass the mean, as the interrupts' share is one: the median round may have none.
closure close(const case_record& record, const chosen_rounds& chosen, const machine_speed& during) {
    closure result;
    result.slope_ns = estimated(
                          record, chosen, [](const auto& r) { return r.fit.slope; }, any_round)
                          .value_or(estimate{});
    // Groups of a few operations are too short for interrupts; both batches of a guest are not.
    const bool is_guest = record.valued_by == method::guest_batches;
    result.interrupts_share = is_guest ? 0 : during.interrupts_share;
    const double interrupts_u95 = is_guest ? 0 : during.interrupts_u95;
    const auto found = estimated(
        record, chosen, [](const auto& r) { return r.fit.slope / r.value_ns - 1; }, has_value,
        mean_of);
    if (!found) {
        return result;
    }
    result.difference = found->value;
    if (found->range) {
        const double unexplained = found->value + result.interrupts_share;
        result.unexplained = stats::interval{
            unexplained - std::hypot(found->value - found->range->low, interrupts_u95),
            unexplained + std::hypot(found->range->high - found->value, interrupts_u95),
            confidence};
        result.disagrees = !result.unexplained->contains(0);
    }
    return result;
}

/// The squared correlation of the rounds' logarithms with those of the reference loops around them,
/// less what as many unrelated figures would have. Loops that are slow when the case is fast
/// explain nothing.
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
    summary.fast_reference_ns = level.ns;
    summary.quiet_references = level;
    summary.pass_figures_ns = of_passes(record, mean_of, value, any_round);
    summary.figure_passes = passes_with(record, any_round);
    summary.passes = summary.pass_figures_ns.size();
    summary.over = summary.passes < fewest_passes ? basis::rounds : basis::passes;
    summary.as_it_is_ns = summary.over == basis::passes
                              ? over_passes(summary.pass_figures_ns)
                              : over_all_rounds(over_rounds(record.rounds, value));
    summary.value_ns = summary.as_it_is_ns;
    for (const case_round& round : record.rounds) {
        summary.referenced_rounds += round.has_references() ? 1 : 0;
        summary.quiet_rounds += quiet(round) ? 1 : 0;
    }
    summary.explained = explained_by_references(record.rounds);
    std::vector<double> quiet_figures = of_passes(record, stats::median, value, quiet);
    if (summary.over == basis::passes && quiet_figures.size() >= fewest_passes &&
        summary.explained >= least_explained) {
        summary.quiet_ns = over_quiet_passes(quiet_figures);
        summary.value_ns = *summary.quiet_ns;
        summary.pass_figures_ns = std::move(quiet_figures);
        summary.figure_passes = passes_with(record, quiet);
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
    const estimate& overhead_ns = summary.overhead_ns;
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i) {
        percentile& wanted = summary.percentiles[i];
        if (summary.samples >= stats::samples_needed(wanted.p)) {
            wanted.raw_ns = record.samples.quantile(wanted.p) * record.ns_per_count;
            if (may_be_corrected(*wanted.raw_ns, overhead_ns, record.reading_ns)) {
                wanted.corrected_ns = *wanted.raw_ns - overhead_ns.value;
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

std::string_view to_string(basis which) {
    return which == basis::passes ? "passes" : "rounds";
}

std::optional<basis> parse_basis(std::string_view text) {
    for (const basis one : {basis::passes, basis::rounds}) {
        if (text == to_string(one)) {
            return one;
        }
    }
    return std::nullopt;
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
    const chosen_rounds chosen{summary.over, summary.quiet_ns.has_value(), level};
    summary.overhead_ns =
        estimated(
            record, chosen, [](const auto& r) { return r.fit.intercept; }, any_round)
            .value_or(estimate{});
    if (record.valued_by != method::single_events) {
        summary.check = close(record, chosen, during);
    }
    // Nothing is taken off what a guest says, whose short batch has many operations.
    summary.raw_mean_ns =
        record.valued_by == method::guest_batches
            ? summary.mean_ns
            : median_over(rounds, [](const auto& r) { return r.fit.intercept + r.fit.slope; });
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
    return in_ten_digits(std::move(summary));
}

std::vector<case_result> conclude(std::vector<case_record> records, const machine_speed& during) {
    std::vector<case_result> all;
    all.reserve(records.size());
    for (case_record& record : records) {
        case_summary summary = summarize(record, during);
        all.emplace_back(std::move(record), std::move(summary));
    }
    return all;
}

} // namespace tollgate::measure
