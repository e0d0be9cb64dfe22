// SPDX-License-Identifier: BSL-1.0
#pragma once

// A confidence interval of the difference of two means, from a handful of values of each, such as
// one per run, that need not scatter alike.
//
// Student's t with the degrees of freedom of Welch and Satterthwaite: B. L. Welch, "The
// Generalization of 'Student's' Problem when Several Different Population Variances are Involved",
// Biometrika 34 (1947). It assumes that all values are independent and roughly normal: values that
// drift together, run after run, are not. O(n).

#include <tollgate/stats/interval.hpp>

#include <optional>
#include <span>

namespace tollgate::stats {

// Of mean(b) - mean(a). Empty for fewer than two values in either; a point if neither scatters.
// Precondition: finite values, 0 < confidence < 1.
[[nodiscard]] std::optional<interval> welch_interval(std::span<const double> a,
                                                     std::span<const double> b, double confidence);

// The chance that two such means, if they are equal, differ by as much: at most 0.05 exactly where
// the interval at 95 % does not hold 0. Empty for fewer than two values in either; of values that
// do not scatter 1 if their means are equal, else 0. Precondition: finite values.
[[nodiscard]] std::optional<double> welch_p_value(std::span<const double> a,
                                                  std::span<const double> b);

} // namespace tollgate::stats
