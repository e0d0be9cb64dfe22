// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/difference.hpp"
#include "compare/measured_run.hpp"

#include <vector>

namespace tollgate::cost_sheet {

/// Tests each case, at 95 % for all of them together (Bonferroni), in one of two ways:
///
/// Runs made in pairs are compared pair by pair: what the machine was going through then befell
/// both. The interval is that of Wilcoxon's signed-rank test over the logarithms of the ratios.
///
/// Runs made one after the other are compared by their medians; how far apart those may be without
/// a change is noise_apart's affair. Below the larger noise floor of two single runs nothing is
/// claimed.
///
/// Pure. The result has the order of the cases.
[[nodiscard]] std::vector<difference> test_cases(const std::vector<case_runs>& cases);

} // namespace tollgate::cost_sheet
