// SPDX-License-Identifier: BSL-1.0
// What the page's script knows of a case; page/case.js names the members. These are members of a
// JSON object without its braces, fit for a script element.
#pragma once

#include "ladder.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// Its figures, by the name that its chart has for it.
[[nodiscard]] std::string case_data(const results& all, const ranked_row& rank,
                                    const std::string& in_chart);

/// Its curve and its rounds, each with a comma before it; empty without either. Of many rounds
/// about `most_rounds` are in it, and of the disturbed ones as many as there is room for.
[[nodiscard]] std::string detail_data(const measure::case_result& result);

inline constexpr std::size_t most_rounds = 120;

} // namespace tollgate::cost_sheet
