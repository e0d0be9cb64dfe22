// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::stats {

/// One comparison of two alternatives, such as an old and a new build. The comparison has a value
/// in each column. A column is a pair of runs, or a pass. The value is the difference of the two
/// alternatives in that column, usually the logarithm of a ratio. Absent: the comparison has no
/// value in the column.
using max_t_row = std::vector<std::optional<double>>;

/// The result of a row.
struct max_t_result {
    /// The mean of the row's values; 0 if there are none.
    double estimate = 0;
    /// The interval of the difference. The confidence is for the intervals of all rows together.
    /// The interval excludes 0 exactly if the row is resolved. Absent: too few columns.
    std::optional<interval> range;
    /// The p-value of the row, adjusted because all rows are judged together. The row is resolved
    /// if the p-value is at most 1 - confidence.
    double p_value = 1;
    bool resolved = false;   ///< the test shows that the row's true difference is not 0
    std::size_t columns = 0; ///< the number of columns in which the row has a value

    /// Up to this number of columns, the test tries all combinations of signs.
    static constexpr std::size_t exact_columns = 12;
    /// For more columns, the test tries this number of random combinations.
    static constexpr std::size_t random_flips = 4000;
};

/// Judges many comparisons together. The comparisons were made in the same pairs or passes.
///
///     const tollgate::stats::max_t_row rows[] = {{1.0, 1.1, 0.9, 1.0, 1.2, 0.8}};
///     const auto results = tollgate::stats::max_t(rows, 0.95);
///     const bool differs = results.front().resolved;
///
/// There is a result for each row, in the order of the rows. Suppose that no row has a true
/// difference. With a confidence of 95 %, at most one call in twenty then resolves a row. A row
/// with too few columns is not judged. Precondition: finite values, 0 < confidence <= 0.999.
///
/// This promise holds exactly for any noise that is symmetric around the difference, also if the
/// machine has two speeds, or if the noise has heavy tails. The noise may differ between rows, and
/// it may depend on other rows. Columns must be independent of each other. A column may contain
/// values of two programs, even if the programs did not run in the same passes.
///
/// Pure: the same seed gives the same results.
///
/// - *Cost*: (tried signs) × (rows) × (columns). 10 ms for 100 rows with 12 columns, and 150 ms for
///   500 rows with 20 columns.
[[nodiscard]] std::vector<max_t_result> max_t(std::span<const max_t_row> rows, double confidence,
                                              std::uint64_t seed = 1);

/// Returns the smallest number of columns that can resolve a row: 6 for 95 %. The result does not
/// depend on the number of rows. Precondition: 0 < confidence < 1.
[[nodiscard]] std::size_t max_t_columns_needed(double confidence);

// Design: if there is no true difference, the values of a column are as likely as their negatives.
// So the test flips the signs of whole columns, in all rows at once. It tries all combinations of
// signs for up to 12 columns, and 4000 random combinations for more columns. For each combination
// the test computes the largest Student's t of all rows. A row is resolved if this largest t seldom
// reaches the row's t without flips. So six columns are enough for any number of rows, and rows
// that move together are easier to resolve than independent rows. The test then judges the rows
// that are not resolved again, without the resolved rows (step-down). A column may contain values
// of different passes, because independent values stay independent if the signs of both are
// flipped.
//
// The estimate is the mean. The lengths of the intervals come from the same combinations of signs.
// There, a resolved row has its residuals (values minus their mean) in place of its values. In 93
// to 97 % of calls, all intervals contain the true differences. If the interval of a resolved
// row would contain 0, it is cut so that it ends next to 0.
//
// See Romano and Wolf, "Exact and Approximate Stepdown Methods for Multiple Hypothesis Testing",
// JASA 100 (2005), and Westfall and Young, "Resampling-Based Multiple Testing" (1993).

} // namespace tollgate::stats
