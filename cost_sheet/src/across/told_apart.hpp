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
/// its row, as costs_more.hpp says. All rows and machines are one family of either. Pure.
[[nodiscard]] std::map<std::string, told_apart> tell_apart(const std::vector<column>& machines);

} // namespace tollgate::cost_sheet
