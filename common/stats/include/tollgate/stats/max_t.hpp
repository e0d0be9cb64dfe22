// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::stats {

/// A row: one comparison of two alternatives, such as an old and a new build. A row has a value for
/// each column. A column is a pair of runs, or a pass. The value is the difference of the two
/// alternatives in that column, usually the logarithm of a ratio. An absent value means that the
/// row has no value for the column.
using max_t_row = std::vector<std::optional<double>>;

/// The result of a row. A row is *resolved* if the test shows that the true difference of the row
/// is not 0.
struct max_t_result {
    /// The mean of the row's values; 0 if there are none.
    double estimate = 0;
    /// The interval of the difference. The confidence is for the intervals of all rows together.
    /// The interval excludes 0 exactly if the row is resolved. The interval is absent if the row
    /// has values for too few columns.
    std::optional<interval> range;
    /// The p-value of the row, adjusted because all rows are judged together. The row is resolved
    /// if the p-value is at most 1 - confidence.
    double p_value = 1;
    bool resolved = false;   ///< the test shows that the row's true difference is not 0
    std::size_t columns = 0; ///< the number of columns in which the row has a value

    /// The test multiplies some columns by -1. If at most this number of columns have a value in
    /// any judged row, the test tries all combinations of signs.
    static constexpr std::size_t exact_columns = 12;
    /// For more columns, the test tries this number of random combinations of signs.
    static constexpr std::size_t random_flips = 4000;
};

/// Judges many comparisons together. The comparisons share the columns.
///
///     const tollgate::stats::max_t_row rows[] = {{1.0, 1.1, 0.9, 1.0, 1.2, 0.8}};
///     const auto results = tollgate::stats::max_t(rows, 0.95);
///     const bool differs = results.front().resolved;
///
/// There is a result for each row, in the order of the rows. Suppose that no row has a true
/// difference. With a confidence of 95 %, at most one call in twenty then resolves a row. A row
/// with values for too few columns is not judged. Precondition: finite values,
/// 0 < confidence <= 0.999.
///
/// The limit of one call in twenty holds exactly for any noise that is symmetric around the true
/// difference. The machine may have two speeds, and the noise may have heavy tails. The noise may
/// differ between rows, and the noise of one row may depend on the noise of other rows. Columns
/// must be independent of each other. Column k may contain the values of pass k of one program and
/// of pass k of another program.
///
/// Pure: the same seed gives the same results.
///
/// - *Cost*: (tried combinations of signs) × (rows) × (columns). A call takes 10 ms for 100 rows
///   with 12 columns, and 150 ms for 500 rows with 20 columns.
[[nodiscard]] std::vector<max_t_result> max_t(std::span<const max_t_row> rows, double confidence,
                                              std::uint64_t seed = 1);

/// Returns the smallest number of columns that can resolve a row: 6 for 95 %. The result does not
/// depend on the number of rows. Precondition: 0 < confidence < 1.
[[nodiscard]] std::size_t max_t_columns_needed(double confidence);

// Design: if there is no true difference, the values of a column are as likely as their negatives.
// So the test flips the signs of whole columns, in all rows at once. It tries all combinations of
// signs for up to 12 columns, and 4000 random combinations for more columns. For each combination
// the test computes the largest Student's t of all rows. The row's own t comes from the values
// without flips. A row is resolved if the largest t seldom reaches the row's own t. The largest t
// already accounts for the number of rows, so six columns are enough for any number of rows. Rows
// whose values are correlated are easier to resolve than independent rows. Then the test leaves out
// the resolved rows, and judges the other rows again (step-down). A column may contain values of
// different passes, because independent values stay independent if their signs are flipped
// together.
//
// The estimate is the mean. The lengths of the intervals come from the same combinations of signs.
// For these lengths, the test uses the residuals (values minus their mean) of a resolved row
// instead of the values. In 93 to 97 % of calls, all intervals contain the true differences. If the
// interval of a resolved row would contain 0, the interval is cut so that it ends next to 0.
//
// See Romano and Wolf, "Exact and Approximate Stepdown Methods for Multiple Hypothesis Testing",
// JASA 100 (2005), and Westfall and Young, "Resampling-Based Multiple Testing" (1993).

} // namespace tollgate::stats
