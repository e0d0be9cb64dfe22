// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tollgate::stats {

/// The quantile p of sorted values, linear between neighbouring order statistics. All programs use
/// this definition.
///
/// With the values x[0] <= ... <= x[n-1], the quantile p is at position h = (n-1) p, between
/// x[floor h] and its successor. Values may be infinite, but not NaN. Precondition: `sorted` is
/// ascending and not empty, 0 <= p <= 1.
///
/// - *Cost*: constant time, no allocation.
[[nodiscard]] double quantile(std::span<const double> sorted, double p);

/// The quantile 1/2 of values in any order, which may be infinite, but not NaN. Precondition: not
/// empty.
///
/// - *Cost*: O(n log n), and a copy of the values unless they are moved.
[[nodiscard]] double median(std::vector<double> values);

/// The least number of samples from which the quantile p may be printed: on its thinner side, ten
/// samples are expected beyond it. So 20 for the median, 1000 for p = 0.99. Precondition: 0 < p
/// < 1.
[[nodiscard]] std::size_t samples_needed(double p);

// Design: this is type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The
// American Statistician 50 (1996), and the default of R, NumPy and spreadsheets.

} // namespace tollgate::stats
