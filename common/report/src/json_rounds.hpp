// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "json_values.hpp"

#include <array>
#include <vector>

namespace tollgate::report {

/// What the numbers of a round's row are, in their order.
inline constexpr std::array round_columns{
    "process",          "round",         "operations",          "value_ns",          "cpu_ns",
    "cpu_user_ns",      "cpu_system_ns", "nvcsw_per_op",        "nivcsw_per_op",     "units_per_op",
    "fit_intercept_ns", "fit_slope_ns",  "reference_before_ns", "reference_after_ns"};

/// As many of them as rows had before format version 3.
inline constexpr std::size_t columns_of_version_2 = 12;

/// A row each.
[[nodiscard]] json write_rounds(const std::vector<measure::case_round>& rounds);

/// A list for each round that was disturbed: the index of its row, and then by what.
[[nodiscard]] json write_disturbed(const std::vector<measure::case_round>& rounds);

/// All throw std::invalid_argument.

/// That the file's rows have our first so many columns, in our order.
void require_round_columns(const read_value& own, std::size_t columns);
/// A row of ours, or of format version 2.
[[nodiscard]] measure::case_round read_row(const read_value& from);
void read_disturbed(const read_value& from, std::vector<measure::case_round>& rounds);

/// A round of format version 1, which is an object.
[[nodiscard]] measure::case_round read_round_object(const read_value& from);

} // namespace tollgate::report
