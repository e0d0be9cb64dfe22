// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tollgate::stats {

// A sum of values that all but agree is as far from 0 as it can be told.
inline constexpr double largest_share = 1 - 1e-12;

// Student's t on the scale of the normal distribution, so that rows with few and with many columns
// can be compared; increases with t. Wallace, "Bounds on Normal Approximations to Student's and the
// Chi-Square Distributions", Ann. Math. Statist. 30 (1959). `share` is that of the squares which
// the mean explains: t² / (t² + degrees).
inline double size_of(double share, double degrees) {
    const double scale = (8 * degrees + 1) / (8 * degrees + 3);
    return scale * std::sqrt(-degrees * std::log1p(-std::min(share, largest_share)));
}

// The t of that size.
inline double t_of(double size, double degrees) {
    const double unscaled = size * (8 * degrees + 3) / (8 * degrees + 1);
    return std::sqrt(degrees * std::expm1(unscaled * unscaled / degrees));
}

// How much of the squares of n values their sum explains, between 0 and 1.
inline double share_of(double sum, double squares, std::size_t n) {
    return squares > 0 ? sum * sum / (squares * static_cast<double>(n)) : 0;
}

} // namespace tollgate::stats
