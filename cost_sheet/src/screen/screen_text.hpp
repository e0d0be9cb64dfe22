// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../sheet.hpp"
#include "screen.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// Whether its cost can be said, or at least what it is below.
[[nodiscard]] bool has_figure(const screen_line& line);

/// A cost on a line: "33.0 ns ± 0.6 %", "15 to 21 µs", "below 2.1 ns" for what a case costs besides
/// another and is not sure to a half of itself, "not measured well enough here", or why there is
/// none.
[[nodiscard]] std::string cost_cell(const screen_line& line);

/// "1.3", with "= " before it if it is a tie; empty without a ratio.
[[nodiscard]] std::string ratio_cell(const screen_line& line);

/// The screen for a terminal: at most 40 lines of 100 columns if all proofs held. Precondition: it
/// has sections.
[[nodiscard]] std::string screen_text(const sheet& all, const screen& shown);

} // namespace tollgate::cost_sheet
