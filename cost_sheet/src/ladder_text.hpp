// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sheet.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// The ladder for a terminal: a group after the other, cheapest first, with bars on one scale for
/// all of them, and the familiar marks between the rows. Pure.
[[nodiscard]] std::string ladder_text(const sheet& all);

} // namespace tollgate::cost_sheet
