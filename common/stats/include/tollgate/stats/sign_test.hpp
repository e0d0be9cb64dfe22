// SPDX-License-Identifier: BSL-1.0
#pragma once

// Does one of two alternatives, measured in pairs, differ from the other?
//
// Only the signs of the paired differences (of log ratios, as a rule) decide, so neither outliers
// nor the shape of the noise matter. The interval is the order-statistic interval of the median
// difference over all pairs; the p-value is the exact two-sided binomial one over the pairs that
// are not tied. Conover, "Practical Nonparametric Statistics" (1999), section 3.4; Dixon and Mood,
// "The Statistical Sign Test", JASA 41 (1946).
//
// Pairs must be independent of each other. O(n log n).

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace tollgate::stats {

struct sign_test_result {
    double median = 0;
    // Of the median; empty when there are too few pairs for the confidence asked for.
    std::optional<interval> range;
    std::size_t pairs = 0;
    std::size_t negative = 0;
    std::size_t ties = 0;
    std::size_t positive = 0;
    // The probability of signs at least this uneven when there is no difference.
    double p_value = 1;

    // A difference may be claimed: there is an interval and 0 is outside.
    [[nodiscard]] bool resolved() const { return range && !range->contains(0); }
};

// No differences give median 0, no range and p-value 1.
// Precondition: no NaN, 0 < confidence < 1.
[[nodiscard]] sign_test_result sign_test(std::span<const double> differences, double confidence);

} // namespace tollgate::stats
