// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/measured_run.hpp"

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// By how much a mark of the machine's speed moved between two sides.
struct moved_mark {
    std::string name; ///< our own words
    double ratio = 1; ///< new / old
    bool decisive = false;
};

/// Whether a movement of all rows is the machine's speed, as far as marks tell.
enum class machine_speed {
    unknown,   ///< no mark is in both sides
    same,      ///< it is not: no decisive mark moved with the rows
    unseen,    ///< no mark moved with the rows, but none of them is decisive
    moved,     ///< it is: every mark that counts moved as much as the rows
    undecided, ///< marks moved by a part of it, or some did and others did not
};

/// The marks that a run states, each with its name. A mark that was not measured is absent.
[[nodiscard]] std::vector<speed_mark> marks_of(const measure::calibration& clock,
                                               const measure::machine_speed& during = {});

/// The median of each mark that both sides state. Pure.
[[nodiscard]] std::vector<moved_mark> moved_marks(const run_list& old_runs,
                                                  const run_list& new_runs);

/// The decisive marks, or all where none is. Pure.
[[nodiscard]] std::vector<moved_mark> counting_marks(const std::vector<moved_mark>& marks);

/// By the marks that count. A mark that moved by less than a third of the
/// logarithm of `ratio` did not move with the rows, and one by two thirds to one and a half times
/// of it did. Precondition: ratio is above 0 and not
/// 1. Pure.
[[nodiscard]] machine_speed judge_speed(double ratio, const std::vector<moved_mark>& marks);

} // namespace tollgate::cost_sheet
