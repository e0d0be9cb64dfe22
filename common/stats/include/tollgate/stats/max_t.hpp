// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::stats {

/// A comparison: its value in each column, or absent if the comparison has no such column. A column
/// is a pair or a pass. The value is the difference in that column, usually the logarithm of a
/// ratio.
using max_t_row = std::vector<std::optional<double>>;

/// The result of a row.
struct max_t_result {
    /// The mean of the row's values; 0 if there are none.
    double estimate = 0;
    /// Valid for all rows at once. It excludes 0 exactly if the row is resolved. Absent: too few
    /// columns.
    std::optional<interval> range;
    /// Adjusted for the family: the row is resolved if this is at most 1 - confidence.
    double p_value = 1;
    bool resolved = false;   ///< the row's true difference is not 0
    std::size_t columns = 0; ///< in which the row has a value

    static constexpr std::size_t exact_columns = 12;  ///< up to here, all sign vectors are tried
    static constexpr std::size_t random_flips = 4000; ///< the sign vectors for more columns
};

/// Judges many comparisons together, which were made in the same pairs or passes.
///
///     const tollgate::stats::max_t_row rows[] = {{1.0, 1.1, 0.9, 1.0, 1.2, 0.8}};
///     const auto results = tollgate::stats::max_t(rows, 0.95);
///     const bool differs = results.front().resolved;
///
/// There is a result for each row, in the rows' order. With a confidence of 95 %, at most one in
/// twenty families without any difference has a resolved row. A row with too few columns is left
/// out of the family. Precondition: finite values, 0 < confidence <= 0.999.
///
/// The claims are exact for any noise that is symmetric around the difference, also with two speeds
/// or heavy tails. The noise may differ between rows and depend on other rows. Columns must be
/// independent of each other. Rows of two programs that did not run in the same passes may share
/// columns.
///
/// Pure: the same seed gives the same results.
///
/// - *Cost*: (sign vectors) × (rows) × (columns): 10 ms for 100 rows of 12, 150 ms for 500 of 20.
[[nodiscard]] std::vector<max_t_result> max_t(std::span<const max_t_row> rows, double confidence,
                                              std::uint64_t seed = 1);

/// The least number of columns that can resolve a row, for any number of rows: 6 for 95 %.
/// Precondition: 0 < confidence < 1.
[[nodiscard]] std::size_t max_t_columns_needed(double confidence);

// Design: without a difference, each column could have had the opposite sign as well. So the signs
// of whole columns, of all rows alike, are flipped in every way. Each time, the largest Student's t
// of all rows is noted. A row is resolved if that maximum seldom reaches the row's t. Rows that
// move together then cost less than independent rows, and six columns are enough for any number of
// rows. Resolved rows leave the family, and the others are judged again (step-down). Rows that do
// not share passes may share columns, because independent values stay independent if both are
// flipped.
//
// The estimate is the mean. The widths of the intervals come from the same flips, in which a
// resolved row takes part with its residuals instead of its values; 93 to 97 % of families lie in
// them. If the interval of a resolved row would contain 0, it is cut next to 0.
//
// Up to 12 columns all sign vectors are tried, and else 4000 random ones.
//
// Romano and Wolf, "Exact and Approximate Stepdown Methods for Multiple Hypothesis Testing", JASA
// 100 (2005); Westfall and Young, "Resampling-Based Multiple Testing" (1993).

} // namespace tollgate::stats
