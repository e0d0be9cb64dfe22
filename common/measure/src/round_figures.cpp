// SPDX-License-Identifier: BSL-1.0
#include "round_figures.hpp"

#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <numeric>

namespace tollgate::measure {
namespace {

double in_ns(std::chrono::nanoseconds time) {
    return static_cast<double>(time.count());
}

/// Adds the usage of the threads, for the same unit as the value.
void add_usage(const slot& observed, const calibration& clock, case_round& figures) {
    const loop_report& report = observed.value_report;
    const double metered =
        static_cast<double>(observed.metered_operations) * figures.units_per_operation;
    const double readings_ns =
        2 * static_cast<double>(observed.metered_groups) * clock.reading_ns_p50;
    figures.cpu_ns = (in_ns(report.used.cpu) - readings_ns) / metered;
    figures.cpu_user_ns = in_ns(report.used.user) / metered;
    figures.cpu_system_ns = in_ns(report.used.system) / metered;
    figures.voluntary_switches = static_cast<double>(report.used.voluntary_switches) / metered;
    figures.involuntary_switches = static_cast<double>(report.used.involuntary_switches) / metered;
}

} // namespace

case_round figures_of(const slot& observed, const calibration& clock) {
    case_round figures;
    figures.operations = observed.value_operations;
    figures.units_per_operation = observed.value_report.units_per_operation;
    const double units =
        static_cast<double>(observed.value_operations) * figures.units_per_operation;
    figures.value_ns = static_cast<double>(observed.value) * clock.ns_per_count / units;
    add_usage(observed, clock, figures);
    return figures;
}

case_round figures_of_events(const slot& observed, const calibration& clock) {
    std::vector<double> lengths_ns;
    lengths_ns.reserve(observed.samples.size());
    for (const std::int64_t length : observed.samples) {
        lengths_ns.push_back(static_cast<double>(length) * clock.ns_per_count);
    }
    const double empty_ns = clock.reading_ns_p50;
    case_round figures;
    figures.operations = lengths_ns.size();
    figures.units_per_operation = observed.value_report.units_per_operation;
    const double units = figures.units_per_operation;
    figures.fit.intercept = empty_ns / units;
    figures.fit.slope = (stats::mean(lengths_ns) - empty_ns) / units;
    figures.value_ns = (stats::median(std::move(lengths_ns)) - empty_ns) / units;
    add_usage(observed, clock, figures);
    return figures;
}

stats::line fit_of(std::span<const std::int64_t> samples, const schedule& scheduled,
                   double ns_per_count, double units_per_operation) {
    std::vector<stats::point> points;
    auto next = samples.begin();
    for (const segment& part : scheduled.segments) {
        if (part.groups == 0) {
            continue;
        }
        const auto end = next + static_cast<std::ptrdiff_t>(part.groups);
        const double sum = std::accumulate(next, end, 0.0);
        points.push_back({static_cast<double>(part.size) * units_per_operation,
                          sum / static_cast<double>(part.groups) * ns_per_count});
        next = end;
    }
    return stats::fit_line(points);
}

double seven_digits(double figure) {
    if (!std::isfinite(figure)) {
        return figure;
    }
    // Powers of ten are not exact: with them, the result would not be the double that is nearest to
    // its digits.
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), figure,
                                       std::chars_format::scientific, 6);
    double rounded = figure;
    const auto read = std::from_chars(text.data(), written.ptr, rounded);
    return read.ec == std::errc{} ? rounded : figure;
}

case_round in_seven_digits(case_round figures) {
    for (double* figure :
         {&figures.value_ns, &figures.cpu_ns, &figures.cpu_user_ns, &figures.cpu_system_ns,
          &figures.voluntary_switches, &figures.involuntary_switches, &figures.units_per_operation,
          &figures.fit.intercept, &figures.fit.slope, &figures.reference_before_ns,
          &figures.reference_after_ns}) {
        *figure = seven_digits(*figure);
    }
    return figures;
}

void keep_samples(std::span<const std::int64_t> samples, const schedule& scheduled,
                  const case_round& round, case_record& record) {
    auto next = samples.begin();
    for (const segment& part : scheduled.segments) {
        const auto end = next + static_cast<std::ptrdiff_t>(part.groups);
        if (part.size == 1) {
            for (auto sample = next; sample != end; ++sample) {
                record.samples.add(*sample);
                const double raw_ns = static_cast<double>(*sample) * record.ns_per_count;
                if (record.worst.size() == case_record::most_worst &&
                    raw_ns <= record.worst.back().raw_ns) {
                    continue;
                }
                record.keep_if_among_worst({raw_ns, round.process, round.round,
                                            static_cast<std::uint64_t>(sample - next),
                                            round.disturbances});
            }
        }
        next = end;
    }
}

void note_preemptions(const loop_report& report, std::size_t threads,
                      std::vector<std::string>& disturbances) {
    const std::int64_t preempted = report.used.involuntary_switches;
    if (threads == 1 && preempted > 0) {
        disturbances.push_back("preempted " + std::to_string(preempted) +
                               (preempted == 1 ? " time" : " times"));
    }
}

} // namespace tollgate::measure
