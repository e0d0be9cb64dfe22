// SPDX-License-Identifier: BSL-1.0
#include "sample_summary.hpp"

#include <tollgate/stats/quantile.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace tollgate::measure {
namespace {

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

} // namespace

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

} // namespace tollgate::measure
