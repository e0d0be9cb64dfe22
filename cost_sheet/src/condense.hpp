// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "load.hpp"
#include "read_file.hpp"

namespace tollgate::cost_sheet {

/// What a sheet keeps of a result, its record of each case reduced to figures. Figures that are no
/// numbers are left out. Pure.
[[nodiscard]] sheet_case condense(const measure::case_result& from, bool foreign, detail kept);
[[nodiscard]] sheet_file condense(const report::reading& from, const std::string& path);

} // namespace tollgate::cost_sheet
