// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/interval.hpp>

#include <optional>
#include <span>

namespace tollgate::stats {

/// The t that |T| exceeds with probability 1 - confidence. `degrees` need not be whole.
/// Precondition: 0 < confidence < 1, degrees > 0.
[[nodiscard]] double student_quantile(double confidence, double degrees);

/// Student's confidence interval of a mean, from a few values, such as one per process or per run.
///
///     const double values[] = {1, 2, 3, 4, 5};
///     const auto range = tollgate::stats::mean_interval(values, 0.95);
///
/// Values must be independent and roughly normal. Single latencies are not normal, and values that
/// drift from run to run are not independent. Empty for fewer than two values; a point if they do
/// not scatter. Precondition: finite values, 0 < confidence < 1.
///
/// - *Cost*: O(n).
[[nodiscard]] std::optional<interval> mean_interval(std::span<const double> values,
                                                    double confidence);

/// The probability that values with the true mean 0 have a mean this far from 0. For the
/// differences of pairs, it tells whether they differ at all. It is at most 0.05 exactly if the
/// interval at 95 % excludes 0. Empty for fewer than two values. If the values do not scatter: 1 if
/// they are 0, else 0. Precondition: finite values.
[[nodiscard]] std::optional<double> mean_p_value(std::span<const double> values);

/// Welch's confidence interval of mean(b) - mean(a), whose values may scatter differently. Empty if
/// either has fewer than two values. Precondition: finite values, 0 < confidence < 1.
[[nodiscard]] std::optional<interval> welch_interval(std::span<const double> a,
                                                     std::span<const double> b, double confidence);

/// The probability that values with equal true means have means this far apart. Empty if either has
/// fewer than two values. Precondition: finite values.
[[nodiscard]] std::optional<double> welch_p_value(std::span<const double> a,
                                                  std::span<const double> b);

// Design: Student's t: mean ± t s / √n with n-1 degrees of freedom ("The Probable Error of a Mean",
// Biometrika 6 (1908)). Two values are enough, and ranks need six. The price is the assumption that
// the values are independent and roughly normal.
//
// Welch's t has the degrees of freedom of the smaller sample. So its interval is never too narrow,
// however different the scatter is: M. R. Mickey and M. B. Brown, "Bounds on the Distribution
// Functions of the Behrens-Fisher Statistic", Annals of Mathematical Statistics 37 (1966).
// Satterthwaite's degrees would be more. They hold for a single difference, but not for one of a
// hundred: with ten values against two, they would show a difference in one in two families of
// equal values.

} // namespace tollgate::stats
