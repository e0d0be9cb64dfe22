// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "command.hpp"
#include "comparable.hpp"
#include "results.hpp"

#include <tollgate/cli/guard.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// The cost of a case on one machine. The cost of several runs is their mean on the logarithms,
/// with its interval. The cost of a single run has no passes, because they do not tell how much two
/// runs differ.
struct machine_cost {
    measured_cost cost;
    case_of_file first_case;       ///< in the first of its runs
    std::string_view other_work{}; ///< the difference from the work on the first machine, or empty
    bool unlike_first = false;     ///< a significant difference from the first machine is shown
};

/// A row for each case, a cell for each machine.
using cost_row = std::vector<std::optional<machine_cost>>;
using cost_table = std::map<std::string, cost_row>;

/// Compares each cost of several runs with the cost on the first machine, as costs_more.hpp
/// describes; all rows and machines are one family. Runs with failed self-checks do not count. A
/// case whose work is not the same in all runs of a machine does not count either: it adds a line
/// to `notes`, which is printable. Pure.
[[nodiscard]] cost_table make_table(const std::vector<side>& machines,
                                    const std::vector<std::string>& labels,
                                    std::vector<std::string>& notes);

/// Short unique names for operands: the last part of the path without `.json`, or the whole path
/// where two would be the same. Printable. Pure.
[[nodiscard]] std::vector<std::string> labels_of(const std::vector<std::string>& operands);

/// The largest number of machines in a table. Further machines follow in more tables. Each table
/// begins with the first machine, because the ratios are to it.
inline constexpr std::size_t most_columns = 8;

/// Machines side by side: their conditions and every setting that differs, then a row for each
/// case. Markdown, for a terminal of this width. Pure.
[[nodiscard]] std::string across_text(const std::vector<side>& machines,
                                      const std::vector<std::string>& labels,
                                      const cost_table& table, std::size_t columns);

/// `--across A B …`: prints machines side by side. The exit code is 0; 1 if a self-check failed in
/// a file, whose figures are left out; 3 if a file cannot be read, which adds a line on stderr.
[[nodiscard]] cli::exit_code show_across(const options& wanted);

} // namespace tollgate::cost_sheet
