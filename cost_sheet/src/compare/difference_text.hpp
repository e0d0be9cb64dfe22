// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/comparison.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// A comparison for a reader: table, summary, how the runs were made and what follows from that,
/// what is in one side only, conditions that differ. Markdown. No figure has more digits than its
/// interval resolves. Pure.
[[nodiscard]] std::string comparison_text(const comparison& found, const side& before,
                                          const side& after);

} // namespace tollgate::cost_sheet
