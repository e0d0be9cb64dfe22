// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/side.hpp"
#include "costs_more.hpp"

#include <map>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// One machine of several: what one operand's files say together.
struct column {
    std::string label;                             ///< printable
    std::map<std::string, measured_cost> costs;    ///< one for each run, if there are several
    std::map<std::string, std::string> conditions; ///< by their names; printable
};

/// Several runs of a case become their median, with the interval of their mean on the logarithms
/// as its range, or that of the widest run if it is wider. Runs whose proofs failed count for
/// nothing. Pure.
[[nodiscard]] column make_column(const side& from, std::string label);

/// Short names for operands that tell them apart: the last part of the path without `.json`, or all
/// of it where two would be the same. Printable. Pure.
[[nodiscard]] std::vector<std::string> labels_of(const std::vector<std::string>& operands);

} // namespace tollgate::cost_sheet
