// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "across/column.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// How many machines stand side by side; further ones follow in tables of their own, each of which
/// begins with the first machine again, because the ratios are to it.
inline constexpr std::size_t most_columns = 8;

/// Machines side by side: their conditions, then a row a case with value and ±, and the ratio to
/// the first machine where they are shown to differ. The cheapest of a row is printed in bold, with
/// all that are not shown to be dearer, unless that is every one. Markdown. Pure.
[[nodiscard]] std::string across_text(const std::vector<column>& machines);

} // namespace tollgate::cost_sheet
