// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace tollgate::cost_sheet {

/// What is known of one case on both sides.
struct difference {
    enum class verdict { slower, faster, tie, unknown };
    enum class manner {
        interleaved,         ///< pairs of runs, made side by side
        one_after_the_other, ///< all runs of one side before those of the other, or one of each
    };

    std::string name; ///< a stranger's text
    double old_ns = 0;
    double new_ns = 0;
    double ratio = 1; ///< new / old
    /// Of the ratio, of all rows at once; absent: see `why`. Of runs made one after the other it is
    /// that of the ratio divided by the common movement.
    std::optional<stats::interval> range;
    verdict says = verdict::unknown;
    manner made = manner::one_after_the_other;
    std::size_t old_runs = 0;
    std::size_t new_runs = 0;
    /// Nothing smaller is claimed, whatever the interval says: a share. 0 for interleaved runs,
    /// whose interval knows all there is to know.
    double floor = 0;
    std::string why; ///< if unknown: why there is no verdict, our own words

    /// Takes over estimate and interval of the logarithm of the ratio, and says what follows. An
    /// interval that would not have shown a row twice as slow is no verdict unless it shows one.
    void conclude(double log_ratio, const stats::interval& logs);

    /// The smallest difference that could have been seen, as a share: half the interval, or the
    /// floor. Absent where there is no interval, or where it is more than `most_visible`.
    [[nodiscard]] std::optional<double> visible() const;

    static constexpr double most_visible = 1;
};

[[nodiscard]] const char* to_string(difference::verdict says);

} // namespace tollgate::cost_sheet
