// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::stats {

/// A closed interval that covers an unknown true value with a stated confidence. It is not a range
/// of the data: most samples may be outside.
struct interval {
    double low;  ///< the lower end
    double high; ///< the upper end
    /// The coverage, between 0 and 1. An interval of ranks cannot have exactly 95 % and has more,
    /// for example 0.96875 for the median of six values.
    double confidence;

    /// Half the length: the number after a "±".
    [[nodiscard]] double half_width() const { return (high - low) / 2; }

    /// Whether the value is in the interval, to which both ends belong.
    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }

    /// Whether all members are the same.
    [[nodiscard]] bool operator==(const interval&) const = default;
};

} // namespace tollgate::stats
