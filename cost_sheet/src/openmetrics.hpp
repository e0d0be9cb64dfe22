// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// The results in the OpenMetrics text format, which Prometheus reads. A case whose self-check
/// failed has no cost. Throws run::usage_error if a metric would have two values: two files have
/// the same case of the same host. Pure.
[[nodiscard]] std::string openmetrics_text(const results& all);

} // namespace tollgate::cost_sheet
