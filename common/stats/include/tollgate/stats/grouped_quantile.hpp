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
// standard error comes from the scatter of the groups. It is at least that of independent values,
// √(N p q), because a few groups can agree by chance. The upper end is the smallest L that is
// certainly above the quantile, and the lower end is the largest value that is certainly below.

} // namespace tollgate::stats
