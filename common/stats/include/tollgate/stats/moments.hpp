// SPDX-License-Identifier: BSL-1.0
#pragma once

// Mean and standard deviation of values that are finite, as their sums are.
//
// Both are computed in two passes, the second one removing the rounding error of the first: Chan,
// Golub and LeVeque, "Algorithms for Computing the Sample Variance", The American Statistician 37
// (1983). Equal values have exactly themselves as mean and exactly 0 as deviation. O(n).
//
// Neither is robust: one outlier moves both. Where that matters, take quantiles.

#include <span>

namespace tollgate::stats {

// Precondition: not empty.
[[nodiscard]] double mean(std::span<const double> values);

// Of the sample, with divisor n-1; 0 for fewer than two values.
[[nodiscard]] double standard_deviation(std::span<const double> values);

} // namespace tollgate::stats
