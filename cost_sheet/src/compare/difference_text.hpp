// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/comparison.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// A comparison for a reader: table, what all rows did together, summary, how many rows could have
/// shown a difference of `wanted`, how the runs were made and what follows from that, what is in
/// one side only, conditions that differ. Markdown. No figure has more digits than its interval
/// resolves, and no interval is above 100 %. Pure.
[[nodiscard]] std::string comparison_text(const comparison& found, const side& before,
                                          const side& after, double wanted);

/// The share as it was typed, "5 %", not "5.0 %".
[[nodiscard]] std::string share_text(double share);

} // namespace tollgate::cost_sheet
