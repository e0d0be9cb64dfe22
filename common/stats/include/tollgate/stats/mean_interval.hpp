// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/interval.hpp>

#include <optional>
#include <span>

namespace tollgate::stats {

/// Returns the two-sided quantile t of Student's distribution: |T| exceeds t with the probability
/// 1 - confidence. `degrees` are the degrees of freedom, and need not be a whole number.
/// Precondition: 0 < confidence < 1, degrees > 0.
[[nodiscard]] double student_quantile(double confidence, double degrees);

/// Returns Student's confidence interval of a mean, from a few values, such as a value for each
/// process or run.
///
///     const double values[] = {1, 2, 3, 4, 5};
///     const auto range = tollgate::stats::mean_interval(values, 0.95);
///
/// Values must be independent, and roughly normal (Gaussian). Single latencies are not normal, and
/// values that drift from run to run are not independent. The result is empty for fewer than two
/// values. If all values are equal, the interval has length 0. Precondition: finite values,
/// 0 < confidence < 1.
///
/// - *Cost*: O(n).
[[nodiscard]] std::optional<interval> mean_interval(std::span<const double> values,
                                                    double confidence);

/// Returns the p-value of the test whether the true mean is 0. The p-value is the probability that
/// values with the true mean 0 have a mean this far from 0 or farther. If the values are the
/// differences of pairs, the function tests whether the two sides of the pairs differ.
///
/// If the result of mean_interval with confidence 0.95 excludes 0, the p-value is at most 0.05.
/// Otherwise the p-value is larger. The result is empty for fewer than two values. If all values
/// are 0, the p-value is 1. If all values are equal, but not 0, the p-value is 0. Precondition:
/// finite values.
[[nodiscard]] std::optional<double> mean_p_value(std::span<const double> values);

/// Returns Welch's confidence interval of mean(b) - mean(a). The values of `a` and `b` may scatter
/// differently. The result is empty if `a` or `b` has fewer than two values. Precondition: finite
/// values, 0 < confidence < 1.
[[nodiscard]] std::optional<interval> welch_interval(std::span<const double> a,
                                                     std::span<const double> b, double confidence);

/// Returns the p-value of the test whether `a` and `b` have equal true means. The p-value is the
/// probability that values with equal true means have means this far apart or farther. The result
/// is empty if `a` or `b` has fewer than two values. Precondition: finite values.
[[nodiscard]] std::optional<double> welch_p_value(std::span<const double> a,
                                                  std::span<const double> b);

// Design: Student's interval is mean ± t s / √n with n-1 degrees of freedom ("The Probable Error of
// a Mean", Biometrika 6 (1908)). Two values are enough, while a method of ranks needs six. But
// Student's interval assumes that the values are independent and roughly normal.
//
// Welch's interval here uses the degrees of freedom of the smaller sample. So the interval is never
// too narrow, however different the scatter of the two samples is. See M. R. Mickey and M. B.
// Brown, "Bounds on the Distribution Functions of the Behrens-Fisher Statistic", Annals of
// Mathematical Statistics 37 (1966). The usual choice, Satterthwaite's degrees of freedom, is
// larger. The usual choice is right for a single difference, but not for a hundred differences that
// are judged together. Suppose that a run judges a hundred differences together, with ten values in
// one sample and two in the other. Then, with Satterthwaite's degrees, half of all runs would show
// a wrong difference.

} // namespace tollgate::stats
