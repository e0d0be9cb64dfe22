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

/// What a case costs on one machine; of several runs the mean on the logarithms, with its interval.
struct machine_cost {
    measured_cost
        cost;        ///< of a single run without passes: how much two of them differ is not known
    case_of_file of; ///< the first of its runs
    std::string_view other_work{}; ///< in what the work is not that on the first machine, if it is
    bool unlike_first = false;     ///< it is shown to cost something else than on the first machine
};

/// A row a case, a cell a machine.
using cost_row = std::vector<std::optional<machine_cost>>;
using cost_table = std::map<std::string, cost_row>;

/// Each cost of several runs is compared with that on the first machine, as costs_more.hpp says;
/// all rows and machines are one family. Runs whose proofs failed count for nothing, and so does a
/// case that is not the same work in all runs of a machine: it costs a line in `notes`, which is
/// printable. Pure.
[[nodiscard]] cost_table make_table(const std::vector<side>& machines,
                                    const std::vector<std::string>& labels,
                                    std::vector<std::string>& notes);

/// Short names for operands that tell them apart: the last part of the path without `.json`, or all
/// of it where two would be the same. Printable. Pure.
[[nodiscard]] std::vector<std::string> labels_of(const std::vector<std::string>& operands);

/// How many machines stand side by side; further ones follow in tables of their own, each of which
/// begins with the first machine again, because the ratios are to it.
inline constexpr std::size_t most_columns = 8;

/// Machines side by side: their conditions, and every setting that differs; then a row a case.
/// Markdown. Pure.
[[nodiscard]] std::string across_text(const std::vector<side>& machines,
                                      const std::vector<std::string>& labels,
                                      const cost_table& table);

/// `--across A B …`: prints machines side by side. Exit code 0; 1 if a proof of work failed in one
/// of the files, whose figures are left out; 3 if one cannot be read, which costs its line on
/// stderr and nothing else.
[[nodiscard]] cli::exit_code lay_across(const options& wanted);

} // namespace tollgate::cost_sheet
