// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

namespace tollgate::stats {

/// Returns the mean of values. Precondition: the values and their sum are finite, and there is at
/// least one value.
///
/// The mean of equal values is exactly their value. An outlier changes the mean. Quantiles hardly
/// depend on outliers.
///
/// - *Cost*: O(n).
[[nodiscard]] double mean(std::span<const double> values);

/// Returns the standard deviation of a sample, with divisor n-1. Returns 0 for fewer than two
/// values.
///
/// The deviation of equal values is exactly 0. An outlier changes the deviation.
///
/// - *Cost*: O(n).
[[nodiscard]] double standard_deviation(std::span<const double> values);

// Design: both functions read the values once more to correct the rounding error of the first
// reading. See Chan, Golub and LeVeque, "Algorithms for Computing the Sample Variance",
// The American Statistician 37 (1983).

} // namespace tollgate::stats
