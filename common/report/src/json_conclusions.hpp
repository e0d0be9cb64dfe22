// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "json_values.hpp"

#include <vector>

namespace tollgate::report {

/// What is concluded from rounds, to JSON and, where rounds were not kept, back. What `read_*` gets
/// must hold what `write_*` wrote; otherwise it throws std::invalid_argument.

[[nodiscard]] json write_speed(const measure::machine_speed& speed);
[[nodiscard]] measure::machine_speed read_speed(const read_value& from);

/// What stands in every file, for readers who would not compute it again.
[[nodiscard]] json write_conclusion(const measure::case_result& one);

/// All of it: what write_conclusion writes and the rest, but for the curve.
[[nodiscard]] json write_whole_conclusion(const measure::case_result& one);
[[nodiscard]] measure::case_summary read_whole_conclusion(const read_value& from);

/// What format version 2 has of it, before there were passes: the interval is one over rounds. A
/// percentile that may not be corrected by what `reading_ns` allows is left out, as it is today.
[[nodiscard]] measure::case_summary read_conclusion_over_rounds(const read_value& from,
                                                                double reading_ns);

/// `name`, and under `points` pairs of a share and the raw time that it takes longer than.
[[nodiscard]] json write_curve(const measure::case_result& one);
[[nodiscard]] std::vector<measure::curve_point> read_curve(const read_value& from);

} // namespace tollgate::report
