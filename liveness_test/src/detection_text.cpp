// SPDX-License-Identifier: BSL-1.0
#include "detection_text.hpp"

#include "case_names.hpp"

#include <tollgate/stats/histogram.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::liveness_test {
namespace {

/// The largest is known exactly, the others to the middle of their bucket.
std::uint64_t not_above(const stats::histogram& samples, double limit) {
    if (static_cast<double>(samples.max()) <= limit) {
        return samples.count();
    }
    std::uint64_t within = 0;
    for (const stats::histogram::bucket& one : samples.buckets()) {
        const double middle = static_cast<double>(one.low + one.high) / 2;
        within += middle <= limit ? one.count : 0;
    }
    return within;
}

} // namespace

std::string detection_text(const report::result& seen) {
    std::string text;
    for (const measure::case_record& record : seen.cases) {
        if (!record.name.starts_with("liveness/detection_delay/") || record.samples.count() == 0) {
            continue;
        }
        const auto timeout_ms = static_cast<double>(number_in(record.name, "timeout_ms"));
        const auto period_ms = static_cast<double>(number_in(record.name, "period_ms"));
        const double ms_per_count = record.ns_per_count / 1e6;
        text += fmt::format(
            "Timeout {} ms, period {} ms: {} of {} within timeout + 2 periods; the longest {:.2f} "
            "ms\n",
            timeout_ms, period_ms, not_above(record.samples, 2 * period_ms / ms_per_count),
            record.samples.count(),
            timeout_ms + static_cast<double>(record.samples.max()) * ms_per_count);
    }
    return text.empty() ? text : text + "\n";
}

} // namespace tollgate::liveness_test
