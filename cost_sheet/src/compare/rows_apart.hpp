// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/common_movement.hpp"
#include "compare/difference.hpp"
#include "compare/measured_run.hpp"

#include <optional>
#include <vector>

namespace tollgate::cost_sheet {

/// A case whose sides were measured one after the other, and its row.
struct apart_case {
    const case_runs* runs;
    difference* row;
};

/// Compares two sides that were measured one after the other. Something may have come between them
/// that all rows share, the speed of the machine above all. So the median row's movement is taken
/// off each row, and stated by itself, with what marks of the machine's speed did.
///
/// What is left of a row is judged by two errors together. One is its own, from the runs or
/// processes of either side. The other is what differs between two sides besides, and neither side
/// knows: it is what the rows scatter around the common movement more than their own errors
/// explain, and heavier in its tails than a normal distribution. The p-values of Student's t are
/// adjusted for all rows by Holm's method: sign flips need pairs, and these sides have none. The
/// intervals are Bonferroni's; that of a row which only Holm's method finds ends next to 1.
///
/// Most rows must not have changed by themselves. Rows below the larger noise floor of two single
/// runs are ties. Concludes on each row; absent: too few rows. Pure but for that.
[[nodiscard]] std::optional<common_movement> test_apart(const std::vector<apart_case>& cases);

} // namespace tollgate::cost_sheet
