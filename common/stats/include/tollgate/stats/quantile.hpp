// SPDX-License-Identifier: BSL-1.0
#pragma once

// The one definition of a quantile used everywhere: linear between neighbouring order statistics.
//
// With the values x[0] <= ... <= x[n-1] the quantile p lies at position h = (n-1) p, between
// x[floor h] and its successor. This is type 7 of Hyndman and Fan, "Sample Quantiles in Statistical
// Packages", The American Statistician 50 (1996), and the default of R, NumPy and spreadsheets.
//
// Values may be infinite, not NaN. Nothing here allocates but `median`, which owns its copy.

#include <cstddef>
#include <span>
#include <vector>

namespace tollgate::stats {

// Precondition: `sorted` is ascending and not empty, 0 <= p <= 1. Constant time.
[[nodiscard]] double quantile(std::span<const double> sorted, double p);

// The quantile 1/2 of values in any order. Precondition: not empty. O(n log n).
[[nodiscard]] double median(std::vector<double> values);

// The least number of samples from which the quantile p may be printed: ten of them are expected
// beyond it on the thinner side. So 20 for the median, 1000 for p = 0.99. Precondition: 0 < p < 1.
[[nodiscard]] std::size_t samples_needed(double p);

} // namespace tollgate::stats
