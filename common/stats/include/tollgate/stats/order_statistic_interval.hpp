// SPDX-License-Identifier: BSL-1.0
#pragma once

// A confidence interval of a quantile, whatever the distribution of the values.
//
// How many of n independent values lie below the true quantile p is a binomial number B(n, p). So
// the order statistics of ranks l < u enclose the quantile with probability P(l <= B < u), and no
// assumption about the shape of the data enters. Each side may miss with at most half of
// 1 - confidence; among the ranks that keep this promise the innermost are taken.
// Hahn and Meeker, "Statistical Intervals" (1991), section 5.2; David and Nagaraja, "Order
// Statistics" (2003), section 7.1.
//
// The coverage is exact for continuous distributions; where values tie it is at least that.
// O(log n) evaluations of the binomial distribution.
//
// It is not valid for values that depend on each other: consecutive samples of a drifting machine
// give an interval that is too narrow.

#include <tollgate/stats/interval.hpp>

#include <optional>
#include <span>

namespace tollgate::stats {

// Empty when there are too few values, for the median at 95 % fewer than six.
// Precondition: `sorted` is ascending, 0 <= p <= 1, 0 < confidence < 1.
[[nodiscard]] std::optional<interval> order_statistic_interval(std::span<const double> sorted,
                                                               double p, double confidence);

} // namespace tollgate::stats
