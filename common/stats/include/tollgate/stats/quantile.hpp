// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tollgate::stats {

/// Returns the quantile p of sorted values. All programs use the following definition.
///
/// The values are x[0] <= ... <= x[n-1]. The quantile p is at position h = (n-1) p. Between two
/// neighbouring positions the quantile is linear. Values may be infinite, but not NaN.
/// Precondition: `sorted` is ascending and not empty, 0 <= p <= 1.
///
/// - *Cost*: constant time, no allocation.
[[nodiscard]] double quantile(std::span<const double> sorted, double p);

/// Returns the quantile 1/2 of values in any order. Values may be infinite, but not NaN.
/// Precondition: `values` is not empty.
///
/// - *Cost*: O(n log n), and a copy of the values unless they are moved.
[[nodiscard]] double median(std::vector<double> values);

/// Returns the smallest number of samples for which the quantile p may be printed. With this
/// number, ten samples are expected beyond the quantile, on the side with fewer samples. For
/// example, the result is 20 for the median, and 1000 for p = 0.99. Precondition: 0 < p < 1.
[[nodiscard]] std::size_t samples_needed(double p);

// Design: the definition is type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages",
// The American Statistician 50 (1996). This definition is the default of R, NumPy and spreadsheets.

} // namespace tollgate::stats
