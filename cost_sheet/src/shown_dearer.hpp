// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sheet.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tollgate::cost_sheet {

/// Of which of these cases it is shown that they cost more than the first, the cheapest of them.
///
/// Two cases of one file are compared pass by pass, by Student's t over the logarithms of their
/// ratios: what the machine went through in a pass is in both. Cases of different files have no
/// pass in common: Welch's t over the passes of either. The p-values are multiplied by half the
/// number of cases, because the cheapest could have been any of them (it was chosen by the same
/// figures that it is compared by), and adjusted by Holm's method: of the groups of cases that cost
/// the same at most one in twenty shows any difference. Without that factor one in four of 60
/// would. Where a cost is not over passes, or a pass cost nothing, the two 95 % intervals must not
/// meet. A difference must be larger than the noise floors of both in any case. Pure.
[[nodiscard]] std::vector<bool> shown_dearer(const sheet& all, std::span<const std::size_t> cases);

} // namespace tollgate::cost_sheet
