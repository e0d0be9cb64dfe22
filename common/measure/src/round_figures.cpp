// SPDX-License-Identifier: BSL-1.0
#include "round_figures.hpp"

#include <algorithm>
#include <numeric>

namespace tollgate::measure {
namespace {

double per(std::chrono::nanoseconds time, double operations) {
    return static_cast<double>(time.count()) / operations;
}

} // namespace

case_round figures_of(const batch& value, const schedule& asked, double ns_per_count) {
    case_round figures;
    figures.operations = asked.segments.front().size;
    figures.units_per_operation = value.report.units_per_operation;
    const double units = static_cast<double>(figures.operations) * value.report.units_per_operation;
    figures.value_ns = static_cast<double>(value.intervals.front()) * ns_per_count / units;

    // The threads are metered over the warm-up too, so its operations count.
    const double metered =
        static_cast<double>(asked.operations()) * value.report.units_per_operation;
    figures.cpu_ns = per(value.report.used.cpu, metered);
    figures.cpu_user_ns = per(value.report.used.user, metered);
    figures.cpu_system_ns = per(value.report.used.system, metered);
    figures.voluntary_switches =
        static_cast<double>(value.report.used.voluntary_switches) / metered;
    figures.involuntary_switches =
        static_cast<double>(value.report.used.involuntary_switches) / metered;
    return figures;
}

stats::line fit_of(const batch& samples, const schedule& asked, double ns_per_count,
                   const loop_report& value) {
    std::vector<stats::point> points;
    auto next = samples.intervals.begin();
    for (const segment& part : asked.segments) {
        if (part.groups == 0) {
            continue;
        }
        const auto end = next + static_cast<std::ptrdiff_t>(part.groups);
        const double sum = std::accumulate(next, end, 0.0);
        points.push_back({static_cast<double>(part.size) * value.units_per_operation,
                          sum / static_cast<double>(part.groups) * ns_per_count});
        next = end;
    }
    return stats::fit_line(points);
}

void keep_samples(const batch& samples, const schedule& asked, const case_round& round,
                  case_record& record) {
    auto next = samples.intervals.begin();
    for (const segment& part : asked.segments) {
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
