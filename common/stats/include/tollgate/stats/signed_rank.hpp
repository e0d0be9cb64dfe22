// SPDX-License-Identifier: BSL-1.0
#pragma once

// By how much does one of two alternatives, measured in pairs, differ from the other?
//
// The estimate is Hodges and Lehmann's: the median of the means of all pairs of differences (each
// with itself, too: the Walsh averages). The interval is that of Wilcoxon's signed-rank test, two
// of the sorted averages. Both survive outliers, and where the noise is nearly normal they need
// hardly more pairs than Student's (a sign test needs half as many again). Hollander, Wolfe and
// Chicken, "Nonparametric Statistical Methods" (2014), sections 3.1 to 3.3; Hodges and Lehmann,
// "Estimates of Location Based on Rank Tests", Ann. Math. Statist. 34 (1963).
//
// Pairs must be independent of each other, and each difference as likely to be that far above the
// true one as below it: which holds if only chance decides what else befell the two of a pair. The
// distribution of the ranks is exact. Memory O(n²): 4 MB for 1000 pairs; time O(n³): 1 ms for 100.

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace tollgate::stats {

struct signed_rank_result {
    double estimate = 0;
    // Empty when there are too few pairs for the confidence asked for.
    std::optional<interval> range;
    std::size_t pairs = 0;
};

// No differences give estimate 0 and no range. Precondition: finite, 0 < confidence < 1.
[[nodiscard]] signed_rank_result signed_rank(std::span<const double> differences,
                                             double confidence);

} // namespace tollgate::stats
