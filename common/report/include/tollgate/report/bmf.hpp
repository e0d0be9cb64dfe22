// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::report {

/// Bencher Metric Format, which Bencher's `json` adapter reads: for each case the measure
/// `latency`, in ns, with `value`, the median, and the ends of its 95 % interval as `lower_value`
/// and `upper_value`, both left out where there are too few rounds for an interval. A case without
/// rounds has no entry: `value` is required. Of several cases with one name the first counts. Pure.
/// Source: https://bencher.dev/docs/reference/bencher-metric-format
[[nodiscard]] std::string to_bmf(const result& seen);

} // namespace tollgate::report
