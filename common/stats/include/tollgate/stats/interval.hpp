// SPDX-License-Identifier: BSL-1.0
#pragma once

// A closed interval that covers an unknown true value with a stated confidence.
//
// `confidence` is the coverage really reached, between 0 and 1: an interval made of ranks cannot
// hit 95 % exactly and reaches more, for example 0.96875 for the median of six values.
//
// It is not a range of the data: most samples may lie outside.

namespace tollgate::stats {

struct interval {
    double low;
    double high;
    double confidence;

    // The number behind a "±".
    [[nodiscard]] double half_width() const { return (high - low) / 2; }

    // Both ends belong to the interval.
    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }

    [[nodiscard]] bool operator==(const interval&) const = default;
};

} // namespace tollgate::stats
