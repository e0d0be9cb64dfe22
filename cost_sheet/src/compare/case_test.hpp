// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/difference.hpp"
#include "compare/pairing.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// The least number of cases whose differences say how much two runs of a machine differ.
inline constexpr std::size_t least_rows_apart = 5;

/// All runs of one case.
struct case_runs {
    std::string name;
    run_list old_runs;
    run_list new_runs;
};

/// Tests each case, at 95 % for all of them together (Bonferroni), in one of two ways:
///
/// Runs made in pairs are compared pair by pair: what the machine was going through then befell
/// both. The interval is that of Wilcoxon's signed-rank test over the logarithms of the ratios.
///
/// Runs made one after the other have three uncertainties. What their own figures scatter: Welch's
/// interval over the runs of either side, or over the processes of a single run, or the rounds'.
/// What differs from run to run: a single run cannot know that. And how the machine has drifted
/// between the two sides: none of them can. The latter two are taken from the cases together: most
/// cases did not change, so how far they moved is how far a case moves that did not change. The
/// median of their distances from *no change* is taken, not from each other, so that a machine that
/// is slower as a whole makes the interval wide instead of every case a slower one; the price is
/// that a change of all cases alike cannot be told from that, which is so anyway. With several runs
/// a side the interval is no narrower for it: their noise is known, the drift between the sides is
/// not. Below the larger noise floor of two single runs nothing is claimed.
///
/// Pure. The result has the order of the cases.
[[nodiscard]] std::vector<difference> test_cases(const std::vector<case_runs>& cases);

} // namespace tollgate::cost_sheet
