// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

namespace tollgate::stats {

/// The mean of values; the values and their sum are finite. Precondition: not empty.
///
/// Equal values have exactly their value as mean. An outlier moves the mean: use quantiles if that
/// matters.
///
/// - *Cost*: O(n).
[[nodiscard]] double mean(std::span<const double> values);

/// The standard deviation of a sample, with divisor n-1; 0 for fewer than two values.
///
/// Equal values have a deviation of exactly 0. An outlier moves it.
///
/// - *Cost*: O(n).
[[nodiscard]] double standard_deviation(std::span<const double> values);

// Design: both use two passes, and the second pass removes the rounding error of the first: Chan,
// Golub and LeVeque, "Algorithms for Computing the Sample Variance", The American Statistician 37
// (1983).

} // namespace tollgate::stats
