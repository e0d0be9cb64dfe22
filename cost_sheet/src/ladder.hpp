// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "choice.hpp"
#include "sheet.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// One row of the ladder.
struct rung {
    std::size_t of = 0; ///< index into sheet::cases
    /// How many times the cheapest of its group; absent where that costs nothing or less.
    std::optional<double> ratio;
    /// It is not shown to cost more than the cheapest of its group, which is not tied itself; see
    /// shown_dearer.hpp.
    bool tied = false;
};

/// The rows of one choice, cheapest first.
struct ladder_group {
    choice what = choice::other;
    std::vector<rung> rungs;
};

/// A familiar cost among the rows.
struct mark {
    std::string name; ///< "a clock reading (realtime)", "an L1 miss"
    double ns = 0;
};

/// The cost of every case, in groups that a reader chooses between.
struct ladder {
    std::vector<ladder_group> groups; ///< none of them empty
    std::vector<mark> marks;          ///< cheapest first
    std::vector<std::size_t> failed;  ///< cases of runs whose proofs failed: they are not ranked
    double least_ns = 0;              ///< of rows and marks, above zero: the scale begins there
    double most_ns = 0;
};

/// Of which of these cases it is shown that they cost more than the first, the cheapest of them.
///
/// Two cases of one file are compared pass by pass, by Student's t over the logarithms of their
/// ratios: what the machine went through in a pass is in both. Cases of different files have no
/// pass in common: Welch's t over the passes of either. The p-values are multiplied by half the
/// number of cases, because the cheapest could have been any of them (it was chosen by the same
/// figures that it is compared by), and adjusted by Holm's method: of the groups of cases that cost
/// the same at most one in twenty shows any difference. Without that factor one in four of 60
/// would. Where a cost is not over passes, or a pass cost nothing, or one of two is of quiet rounds
/// alone, the two 95 % intervals must not meet, of all rounds if only one is quiet. A difference
/// must be larger than the noise floors of both in any case. Pure.
[[nodiscard]] std::vector<bool> shown_dearer(const sheet& all, std::span<const std::size_t> cases);

/// Pure. A case whose value is not above zero stands first in its group, without ratio.
[[nodiscard]] ladder make_ladder(const sheet& all);

} // namespace tollgate::cost_sheet
