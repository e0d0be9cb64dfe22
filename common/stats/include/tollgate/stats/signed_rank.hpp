// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace tollgate::stats {

/// The difference of two alternatives that were measured in pairs.
struct signed_rank_result {
    double estimate = 0; ///< of the difference
    /// Empty if there are too few pairs for the requested confidence.
    std::optional<interval> range;
    std::size_t pairs = 0; ///< their number
};

/// Estimates the difference of two alternatives from the differences of pairs, by ranks.
///
///     const double differences[] = {1, 2, 3, 4, 5, 6};
///     const auto result = tollgate::stats::signed_rank(differences, 0.95);
///     const double estimate = result.estimate; // 3.5
///
/// Outliers move estimate and interval little. Pairs must be independent of each other. Each
/// difference must be as likely to be that far above the true one as below it. This holds if only
/// chance decides what else happens to the two of a pair. No differences give estimate 0 and no
/// range. Precondition: finite, 0 < confidence < 1.
///
/// - *Cost*: memory O(n²): 4 MB for 1000 pairs; time O(n³): 1 ms for 100.
[[nodiscard]] signed_rank_result signed_rank(std::span<const double> differences,
                                             double confidence);

// Design: the estimate is Hodges and Lehmann's: the median of the means of all pairs of
// differences, including each difference with itself (the Walsh averages). The interval is that of
// Wilcoxon's signed-rank test: two of the sorted averages. If the noise is nearly normal, they need
// hardly more pairs than Student's t; a sign test needs half as many again. The distribution of the
// ranks is exact. Hollander, Wolfe and Chicken, "Nonparametric Statistical Methods" (2014),
// sections 3.1 to 3.3; Hodges and Lehmann, "Estimates of Location Based on Rank Tests", Ann. Math.
// Statist. 34 (1963).

} // namespace tollgate::stats
