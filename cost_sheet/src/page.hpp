// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <string>

namespace tollgate::cost_sheet {

/// One self-contained HTML page of results that were loaded for a page: ladder,
/// distributions, rounds, sweeps, placement, conditions; charts by Chart.js, whose text is part of
/// the page, and a table beside each. It asks the network for nothing, and whatever came from a
/// file is escaped. At most `page_limit` bytes: the details of dearer cases are left out where they
/// would exceed it, and the page says so.
[[nodiscard]] std::string page(const results& all);

inline constexpr std::size_t page_limit = 2'000'000;

} // namespace tollgate::cost_sheet
