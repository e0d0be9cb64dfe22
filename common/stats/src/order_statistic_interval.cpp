// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/order_statistic_interval.hpp>

#include "binomial.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace tollgate::stats {
namespace {

// How many order statistics, counted from the thin end, may be left outside: the number of k with
// P(B(n, p) <= k) <= miss. The tolerance is for a `miss` that is hit exactly but for rounding.
std::size_t ranks_to_miss(std::size_t n, double p, double miss) {
    const double limit = miss * (1 + 1e-12);
    std::size_t allowed = 0;
    std::size_t refused = n;
    while (allowed < refused) {
        const std::size_t k = allowed + (refused - allowed) / 2;
        if (binomial_at_most(k, n, p) <= limit) {
            allowed = k + 1;
        } else {
            refused = k;
        }
    }
    return allowed;
}

} // namespace

std::optional<interval> order_statistic_interval(std::span<const double> sorted, double p,
                                                 double confidence) {
    assert(std::ranges::is_sorted(sorted));
    assert(p >= 0 && p <= 1);
    assert(confidence > 0 && confidence < 1);
    const std::size_t n = sorted.size();
    const double miss = (1 - confidence) / 2;
    // The number of values above the quantile is binomial as well, with 1-p.
    const std::size_t low_rank = ranks_to_miss(n, p, miss);
    const std::size_t from_top = ranks_to_miss(n, 1 - p, miss);
    if (low_rank == 0 || from_top == 0) {
        return std::nullopt;
    }
    const double missed =
        binomial_at_most(low_rank - 1, n, p) + binomial_at_most(from_top - 1, n, 1 - p);
    // Ranks that were accepted within the tolerance do reach what was asked for.
    return interval{sorted[low_rank - 1], sorted[n - from_top], std::max(1 - missed, confidence)};
}

} // namespace tollgate::stats
