// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace tollgate::stats {

/// The difference of two alternatives that were measured in pairs. A pair has one measurement of
/// each alternative.
struct signed_rank_result {
    double estimate = 0; ///< the estimated difference
    /// The confidence interval of the difference. Empty if there are too few pairs for the
    /// requested confidence.
    std::optional<interval> range;
    std::size_t pairs = 0; ///< the number of pairs
};

/// Estimates the difference of two alternatives from the differences of pairs, by ranks.
///
///     const double differences[] = {1, 2, 3, 4, 5, 6};
///     const auto result = tollgate::stats::signed_rank(differences, 0.95);
///     const double estimate = result.estimate; // 3.5
///
/// Outliers change the estimate and the interval little. Without differences, the estimate is 0,
/// and there is no range. Precondition: finite differences, 0 < confidence < 1.
///
/// The interval assumes that pairs are independent of each other, and that the differences are
/// symmetric around the true difference. The differences are symmetric if only chance decides which
/// of the two measurements of a pair is disturbed more.
///
/// - *Cost*: memory O(n²): 4 MB for 1000 pairs; time O(n³): 1 ms for 100 pairs.
[[nodiscard]] signed_rank_result signed_rank(std::span<const double> differences,
                                             double confidence);

// Design: the estimate is Hodges and Lehmann's. It is the median of the Walsh averages, which are
// the means of all pairs of differences, including each difference with itself. The ends of the
// interval are two of the sorted Walsh averages, which Wilcoxon's signed-rank test chooses. If the
// noise is nearly normal (Gaussian), this method needs hardly more pairs than Student's t. A sign
// test needs 50 % more pairs. The distribution of the ranks is exact. See Hollander, Wolfe and
// Chicken, "Nonparametric Statistical Methods" (2014), sections 3.1 to 3.3, and Hodges and Lehmann,
// "Estimates of Location Based on Rank Tests", Ann. Math. Statist. 34 (1963).

} // namespace tollgate::stats
