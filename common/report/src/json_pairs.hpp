// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "json_values.hpp"

namespace tollgate::report {

/// What is concluded from the rounds of two cases, to JSON and, where rounds were not kept, back.
/// What `read_*` gets must hold what `write_*` wrote, and its cases must be among those of the
/// result; otherwise it throws std::invalid_argument.

[[nodiscard]] json write_noise_floor(const measure::noise_floor& floor);
[[nodiscard]] measure::noise_floor read_noise_floor(const read_value& from, const result& seen);

[[nodiscard]] json write_comparison(const measure::comparison& one);
[[nodiscard]] measure::comparison read_comparison(const read_value& from, const result& seen);

/// One of format version 2: it has paired rounds.
[[nodiscard]] measure::comparison read_comparison_over_rounds(const read_value& from,
                                                              const result& seen);

} // namespace tollgate::report
