// SPDX-License-Identifier: BSL-1.0
#pragma once

// Many p-values, adjusted so that all of them may be judged together: those that are at most 0.05
// hold with a chance of one in twenty that any of them is wrong, however they depend on each other.
// The smallest of n is multiplied by n, the next one by n - 1, and so on; none becomes smaller than
// the one before. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian
// Journal of Statistics 6 (1979).
//
// Where the values behind them are known, pair by pair, max_t finds more. O(n log n). Pure.

#include <span>
#include <vector>

namespace tollgate::stats {

// In the order of what came in, at most 1. Precondition: each lies between 0 and 1.
[[nodiscard]] std::vector<double> holm(std::span<const double> p_values);

} // namespace tollgate::stats
