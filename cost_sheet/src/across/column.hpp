// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/side.hpp"

#include <tollgate/stats/interval.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// What a case costs on one machine.
struct machine_cost {
    double ns = 0;                        ///< above zero
    std::optional<stats::interval> range; ///< 95 %, in ns; absent: one run of too few rounds
    /// Logarithms of what it cost: of one run in each pass, of several in each run. Empty of fewer
    /// than three.
    std::vector<double> logs;
    std::optional<stats::interval> as_it_is; ///< of all rounds, if `range` is of quiet ones alone
};

/// One machine of several: what one operand's files say together.
struct column {
    std::string label; ///< printable
    std::map<std::string, machine_cost> costs;
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
