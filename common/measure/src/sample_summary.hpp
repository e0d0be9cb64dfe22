// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>

namespace tollgate::measure {

/// Fills in the percentiles, the maximum and the curve, and the counts of impossible samples, from
/// the samples of the case. Needs its overhead and its units per operation. Pure.
void describe_samples(const case_record& record, case_summary& summary);

} // namespace tollgate::measure
