// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/side.hpp"
#include "costs_more.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// What a case costs on one machine; one for each run, if there are several.
struct machine_cost : measured_cost {
    unit_of_work work;
};

/// One machine of several: what one operand's files say together.
struct column {
    std::string label; ///< printable
    std::map<std::string, machine_cost> costs;
    std::vector<std::vector<run_fact>> facts; ///< of each run
    std::vector<std::string> notes; ///< what is left out because its work differs; printable
};

/// Several runs of a case become their mean on the logarithms, with its interval. Runs whose proofs
/// failed count for nothing, and so does a case that is not the same work in all runs. Pure.
[[nodiscard]] column make_column(const side& from, std::string label);

/// Short names for operands that tell them apart: the last part of the path without `.json`, or all
/// of it where two would be the same. Printable. Pure.
[[nodiscard]] std::vector<std::string> labels_of(const std::vector<std::string>& operands);

/// What is shown of one case's costs on several machines, by the machines' indices.
struct told_apart {
    std::set<std::size_t> unlike_first; ///< they cost something else than on the first machine
    /// They are not shown to cost more than the cheapest, which is one of them. Empty where no
    /// machine is shown to cost more, or where they do not all measure the same work.
    std::set<std::size_t> best;
    /// Machines whose work is not that of the first one that has the case, and in what it differs.
    std::map<std::size_t, std::string_view> other_work;
};

/// Of each case, by its name. Each machine is compared with the first one, and with the cheapest of
/// its row, as costs_more.hpp says. All rows and machines are one family of either. Pure.
[[nodiscard]] std::map<std::string, told_apart> tell_apart(const std::vector<column>& machines);

} // namespace tollgate::cost_sheet
