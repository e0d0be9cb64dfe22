// SPDX-License-Identifier: BSL-1.0
#pragma once

// A straight line through points of which some are wrong.
//
// The slope is the median of the slopes of all pairs of points with different x (Theil 1950; Sen,
// "Estimates of the Regression Coefficient Based on Kendall's Tau", JASA 63 (1968)), the intercept
// the median of y - slope * x. Points may be arbitrarily far off before the line follows them, as
// long as more than half of the pairs of points are without one: 1 of 6 points, 29 % of very many.
// Least squares follows the first.
//
// Time O(n² log n) and memory O(n²): meant for at most a few hundred points.

#include <span>

namespace tollgate::stats {

struct point {
    double x;
    double y;
};

struct line {
    double intercept;
    double slope;
};

// Precondition: at least two different x; all numbers finite.
[[nodiscard]] line fit_line(std::span<const point> points);

} // namespace tollgate::stats
