// SPDX-License-Identifier: BSL-1.0
#pragma once

// A confidence interval of a mean from a handful of values, such as one per process.
//
// Student's t: mean ± t s / √n with n-1 degrees of freedom ("The Probable Error of a Mean",
// Biometrika 6 (1908)). Two values suffice, where ranks need six; the price is the assumption that
// the values are independent and roughly normal, which single latencies are not. O(n).

#include <tollgate/stats/interval.hpp>

#include <optional>
#include <span>

namespace tollgate::stats {

// Empty for fewer than two values. Precondition: finite values, 0 < confidence < 1.
[[nodiscard]] std::optional<interval> mean_interval(std::span<const double> values,
                                                    double confidence);

// The chance that a mean of 0 shows itself as far from 0: of differences within pairs, whether they
// differ at all. Empty for fewer than two values; of values that do not scatter 1 if they are 0,
// else 0. Precondition: finite values.
[[nodiscard]] std::optional<double> mean_p_value(std::span<const double> values);

} // namespace tollgate::stats
