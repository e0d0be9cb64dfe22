// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/histogram.hpp>
#include <tollgate/stats/interval.hpp>

#include <optional>
#include <span>

namespace tollgate::stats {

/// Returns the confidence interval of the quantile p of values that come in groups, such as the
/// samples of each process. The values of a group may be alike, but the groups are independent.
///
///     std::vector<tollgate::stats::histogram> passes(9);
///     // ... passes[i].add(250);
///     const auto range = tollgate::stats::grouped_quantile_interval(passes, 0.99, 0.95);
///
/// The ends are ends of buckets. The result is empty if fewer than two groups have values, or if
/// the values cannot bound the quantile on both sides. Precondition: 0 < p < 1,
/// 0 < confidence < 1.
///
/// - *Cost*: O(buckets × groups).
[[nodiscard]] std::optional<interval> grouped_quantile_interval(std::span<const histogram> groups,
                                                                double p, double confidence);

// Design: a value L is above the quantile if certainly fewer than the share q = 1 - p of all values
// are above L. A group of n values, of which x are above L, contributes x - q n. The sum of these
// differences is compared with its standard error by Student's distribution with groups - 1 degrees
// of freedom, as for a ratio of a cluster sample (Cochran, Sampling Techniques, chapter 6). The
// variance has two parts. That of N independent values is N p q. What the groups scatter beyond
// this grows with the share: if no group happens to be slow, few values are above L, and the groups
// also scatter little. So this part is converted from the share s that was seen to q, as if the
// scatter of the odds were the same: by the factor (p q / (s (1 - s)))², but it is never made
// smaller.

} // namespace tollgate::stats
