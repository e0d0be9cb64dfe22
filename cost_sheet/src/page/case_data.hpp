// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "ladder.hpp"
#include "sheet.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// What the page's script knows of a case that its chart calls so; page/case.js names the members.
/// Members of a JSON object without its braces, fit for a script element.
[[nodiscard]] std::string case_data(const sheet_case& one, const rung& rank,
                                    const std::string& in_chart);

/// Its curve and its rounds, each with a comma before it; empty if the sheet has none.
[[nodiscard]] std::string detail_data(const sheet_case& one);

/// In the place of details for which there was no room.
[[nodiscard]] std::string left_out_data();

} // namespace tollgate::cost_sheet
