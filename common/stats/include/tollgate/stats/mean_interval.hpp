// SPDX-License-Identifier: BSL-1.0
#pragma once

// Confidence intervals of a mean and of the difference of two means, from a handful of values, such
// as one per process or per run.
//
// Student's t: mean ± t s / √n with n-1 degrees of freedom ("The Probable Error of a Mean",
// Biometrika 6 (1908)). Two values suffice, where ranks need six; the price is the assumption that
// the values are independent and roughly normal, which single latencies are not, nor values that
// drift together, run after run. O(n).
//
// Two means need not scatter alike: Welch's t with the degrees of freedom of the smaller sample,
// with which it is never narrower than it may be, however unlike they scatter: M. R. Mickey and M.
// B. Brown, "Bounds on the Distribution Functions of the Behrens-Fisher Statistic", Annals of
// Mathematical Statistics 37 (1966). Those of Satterthwaite would be more, and hold where one
// difference is asked for, but not for one of a hundred: of ten values against two that are equal
// it would show one in two of these families.
//
// Preconditions of all: finite values, 0 < confidence < 1, degrees > 0.

#include <tollgate/stats/interval.hpp>

#include <optional>
#include <span>

namespace tollgate::stats {

// The t that |T| exceeds with probability 1 - confidence. `degrees` need not be whole.
[[nodiscard]] double student_quantile(double confidence, double degrees);

// Empty for fewer than two values; a point if they do not scatter.
[[nodiscard]] std::optional<interval> mean_interval(std::span<const double> values,
                                                    double confidence);

// The chance that a mean of 0 shows itself as far from 0: of differences within pairs, whether they
// differ at all. It is at most 0.05 exactly where the interval at 95 % does not hold 0. Empty for
// fewer than two values; of values that do not scatter 1 if they are 0, else 0.
[[nodiscard]] std::optional<double> mean_p_value(std::span<const double> values);

// Both of mean(b) - mean(a). Empty for fewer than two values in either.
[[nodiscard]] std::optional<interval> welch_interval(std::span<const double> a,
                                                     std::span<const double> b, double confidence);
[[nodiscard]] std::optional<double> welch_p_value(std::span<const double> a,
                                                  std::span<const double> b);

} // namespace tollgate::stats
