// SPDX-License-Identifier: BSL-1.0
#pragma once

// A confidence interval of the difference of two means, from a handful of values of each, such as
// one per run, that need not scatter alike.
//
// Welch's t with the degrees of freedom of the smaller of the two, with which it is never narrower
// than it may be, however unlike they scatter: M. R. Mickey and M. B. Brown, "Bounds on the
// Distribution Functions of the Behrens-Fisher Statistic", Annals of Mathematical Statistics 37
// (1966). Those of Satterthwaite would be more, and hold where one difference is asked for, but not
// for one of a hundred: of ten values against two that are equal it would show one in two of these
// families. It assumes that all values are independent and roughly normal: values that drift
// together, run after run, are not. O(n).

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
