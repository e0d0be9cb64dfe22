// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/common_movement.hpp"
#include "compare/difference.hpp"
#include "compare/pairing.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// A case whose runs were made in pairs, and its row.
struct paired_case {
    run_pairs pairs;
    difference* row;
};

struct paired_family {
    std::optional<common_movement> common; ///< absent: too few rows
    std::vector<std::string> notes;        ///< printable
};

/// Compares pair by pair: what the machine was going through then befell both of a pair. All rows,
/// and the median row of each pair as one more, are judged together at 95 % by stats::max_t, whose
/// columns are the numbers of the pairs.
///
/// A pair in which all rows of a program moved much further than rows do was made while the machine
/// changed its speed. It is left out. The rule looks at how far they moved, not in which direction,
/// so that it makes no claim more likely.
///
/// Concludes on each row. Pure but for that.
[[nodiscard]] paired_family test_pairs(const std::vector<paired_case>& cases);

} // namespace tollgate::cost_sheet
