// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/difference.hpp"
#include "compare/speed_marks.hpp"

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <vector>

namespace tollgate::cost_sheet {

/// The least number of rows of which a movement of all can be told from one of each.
inline constexpr std::size_t least_rows = 5;

/// By how much the median row moved from old to new: of the rows that are not shown to have moved
/// by themselves, if there are `least_rows` of them.
struct common_movement {
    difference::manner made = difference::manner::one_after_the_other;
    std::size_t rows = 0;
    double ratio = 1; ///< new / old
    stats::interval range{1, 1, 0};
    bool moved = false; ///< for certain, whichever way
    /// Of runs made one after the other, which the machine's speed may have come between.
    std::vector<moved_mark> marks;
    machine_speed speed = machine_speed::unknown;
};

} // namespace tollgate::cost_sheet
