// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// One self-contained HTML page of results that were loaded for a page. It asks the network for
/// nothing, and whatever came from a file is escaped. At most `page_limit` bytes: the details of
/// dearer cases are left out where they would exceed it, and the page says so.
[[nodiscard]] std::string page(const results& all);

inline constexpr std::size_t page_limit = 2'000'000;

/// Its curve and its rounds, each with a comma before it; empty without either. Of many rounds
/// about `most_rounds` are in it, and of the disturbed ones as many as there is room for.
[[nodiscard]] std::string detail_data(const measure::case_result& result);

inline constexpr std::size_t most_rounds = 120;

} // namespace tollgate::cost_sheet
