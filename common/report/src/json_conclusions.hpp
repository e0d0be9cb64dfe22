// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "json_values.hpp"

#include <optional>

namespace tollgate::report {

/// What is concluded from rounds, to JSON and, where rounds were not kept, back. What `read_*` gets
/// must hold what `write_*` wrote; otherwise it throws std::invalid_argument.

[[nodiscard]] json write_speed(const measure::machine_speed& speed);
[[nodiscard]] measure::machine_speed read_speed(const read_value& from);

[[nodiscard]] json write_noise_floor(const measure::noise_floor& floor);
/// Its case must be among those of the result.
[[nodiscard]] measure::noise_floor read_noise_floor(const read_value& from, const result& seen);

/// What stands in every file, for readers who would not compute it again.
[[nodiscard]] json write_conclusion(const measure::case_result& one);

/// All of it: what write_conclusion writes and the rest, but for the curve. Read back is also what
/// was concluded before there were passes: then the interval is one over rounds.
[[nodiscard]] json write_whole_conclusion(const measure::case_result& one);
[[nodiscard]] measure::case_summary read_whole_conclusion(const read_value& from);

/// `name`, and under `points` pairs of a share and the raw time that it takes longer than.
[[nodiscard]] json write_curve(const measure::case_result& one);
[[nodiscard]] std::vector<measure::curve_point> read_curve(const read_value& from);

[[nodiscard]] json write_comparison(const measure::comparison& one);
/// Both cases must be among those of the result.
[[nodiscard]] measure::comparison read_comparison(const read_value& from, const result& seen);

} // namespace tollgate::report
