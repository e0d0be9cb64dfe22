// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "across/column.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// What is shown of one case's costs on several machines, by the machines' indices.
struct told_apart {
    std::set<std::size_t> unlike_first; ///< they cost something else than on the first machine
    /// They are not shown to cost more than the cheapest, which is one of them. Empty where no
    /// machine is shown to be dearer.
    std::set<std::size_t> best;
};

/// Of each case, by its name. Each machine is compared with the first one, and with the cheapest of
/// its row, by Welch's t over passes; Holm's method adjusts each of the two families, which are all
/// rows and machines together. Of the second family a p-value is multiplied by half the number of
/// machines in its row, because the cheapest could have been any of them; it is 1 where the
/// cheapest is not so by its passes. Costs that have fewer than three passes or runs, and a quiet
/// one and one that is not, are told apart where their 95 % intervals, of all rounds, do not meet,
/// each by itself. Pure.
[[nodiscard]] std::map<std::string, told_apart> tell_apart(const std::vector<column>& machines);

} // namespace tollgate::cost_sheet
