// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

namespace tollgate::stats {

/// A point of the plane.
struct point {
    double x; ///< the independent variable
    double y; ///< the dependent variable
};

/// A straight line, y = intercept + slope * x.
struct line {
    double intercept; ///< y at x = 0
    double slope;     ///< the change of y if x grows by 1
};

/// Fits a line through points, some of which may be wrong.
///
///     const tollgate::stats::point points[] = {{1, 70}, {2, 120}, {4, 220}};
///     const double slope = tollgate::stats::fit_line(points).slope; // 50
///
/// The result is exact under two conditions: the correct points lie on a line, and more than half
/// of all pairs of points consist of two correct points. Pairs with equal x do not count. If all x
/// are different, 1 of 5 points may be wrong, or 2 of 8 points, or 29 % of a large number of
/// points.
///
/// Precondition: at least two points with different x, and all numbers finite.
///
/// - *Cost*: time O(n² log n) and memory O(n²). Use this function for at most a few hundred points.
[[nodiscard]] line fit_line(std::span<const point> points);

// Design: the slope is the median of the slopes of all pairs of points with different x. The
// intercept is the median of y - slope * x. A single wrong point would change a fit by least
// squares. See Theil, "A Rank-Invariant Method of Linear and Polynomial Regression Analysis"
// (1950), and Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau", JASA 63
// (1968).

} // namespace tollgate::stats
