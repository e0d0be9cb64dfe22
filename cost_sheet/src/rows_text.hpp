// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// Every row for a terminal: what failed, the machines, what was explained, the ladder, how each
/// file was measured and what in the environment was not in order, each once. Pure.
[[nodiscard]] std::string rows_text(const results& all);

/// The ladder for a terminal: a group after the other, cheapest first, with bars on one logarithmic
/// scale for all of them, and the familiar marks between the rows. Pure.
[[nodiscard]] std::string ladder_text(const results& all);

/// The verdict of each file that explains a case, as its program printed it. Pure.
[[nodiscard]] std::string explanations_text(const results& all);

/// A line for each file whose proofs of work or guests failed, with all of these if `whole`. Pure.
[[nodiscard]] std::string failures_text(const results& all, bool whole);

} // namespace tollgate::cost_sheet
