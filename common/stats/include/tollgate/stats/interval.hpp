// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::stats {

/// A closed interval that contains an unknown true value with a stated confidence. The interval is
/// not the range of the data: most samples can be outside.
struct interval {
    double low;  ///< the lower end
    double high; ///< the upper end
    /// The probability with which such an interval contains the true value, between 0 and 1. An
    /// interval that is computed from ranks cannot have exactly 0.95. Such an interval has a larger
    /// probability, for example 0.96875 for the median of six values.
    double confidence;

    /// Half the length. If the interval is symmetric around a value, this is the number after "±".
    [[nodiscard]] double half_width() const { return (high - low) / 2; }

    /// Whether the value is in the interval, to which both ends belong.
    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }

    /// Whether all members are the same.
    [[nodiscard]] bool operator==(const interval&) const = default;
};

} // namespace tollgate::stats
