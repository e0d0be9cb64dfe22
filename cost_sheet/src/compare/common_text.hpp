// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/common_movement.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// One line: "all rows × 1.50 ± 0.02, the clock's reading × 1.00: not the machine's speed". Pure.
[[nodiscard]] std::string common_text(const common_movement& found);

} // namespace tollgate::cost_sheet
