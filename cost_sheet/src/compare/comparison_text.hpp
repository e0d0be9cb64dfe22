// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/comparison.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// A comparison for a reader: table, what the machine and all rows did, summary, how the runs were
/// made and what follows from that, what is in one side only, conditions that differ. Markdown. No
/// figure has more digits than its interval resolves, and no interval is above 100 %. Pure.
[[nodiscard]] std::string comparison_text(const comparison& found, const side& before,
                                          const side& after);

/// "\nTITLE\n- NAME\n- NAME\n", printable; nothing without names.
[[nodiscard]] std::string list_text(const char* title, const std::vector<std::string>& names);

/// The share as it was typed, "5 %", not "5.0 %".
[[nodiscard]] std::string share_text(double share);

/// A number with the digits that its uncertainty leaves it: a step of the last one is no more than
/// a third of the uncertainty, and no less than a thirtieth. 75342 ± 3800 is "75000", 1.0523 ± 0.02
/// is "1.052". At most `most` decimals. Always a decimal point, whatever the locale. Pure.
[[nodiscard]] std::string resolved(double value, double uncertainty, int most);

} // namespace tollgate::cost_sheet
