// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::report {

// The parts of the text that a program prints. Each part ends with a line feed or is empty.
//
//     const report::result run;
//     const std::string text = report::full_text(run);
//
// All functions are pure.

/// The text of a clock-pair run in the words of the earlier tool, and the error of its average.
[[nodiscard]] std::string clock_pair_text(const result& run);

/// The cases: value ± half its 95 % interval, percentiles of single operations, CPU time.
[[nodiscard]] std::string case_table(const result& run);

/// The ratio of each case to the case that it is compared with, if that was measured, and whether
/// the difference is significant.
[[nodiscard]] std::string comparison_text(const result& run);

/// The cases for a reader who wants to decide. Each cost is printed by its grade (see figure.hpp),
/// with its ratio to the case that it is compared with. Names omit the parts common to all rows.
[[nodiscard]] std::string brief_table(const result& run);

/// How much a text contains.
enum class extent {
    whole, ///< everything
    brief  ///< what decides; of a list the first few entries, and the number of the others
};

/// Self-checks, noise floor, clock, why the run stopped, disturbances, unavailable cases.
[[nodiscard]] std::string conditions_text(const result& run, extent detail = extent::whole);

/// The verdicts that are not ok, with the commands that fix and undo; all verdicts if `whole`.
[[nodiscard]] std::string environment_text(const std::vector<environment::verdict>& environment,
                                           bool whole);

/// The bad verdicts with the commands that fix them, and the names of the unknown ones.
[[nodiscard]] std::string environment_summary(const std::vector<environment::verdict>& environment);

/// Why a case costs what it costs here, the change with the largest effect first. At most 11 lines
/// of 100 columns, whatever the explanation holds.
[[nodiscard]] std::string explanation_text(const explain::explanation& explanation);

/// For each confirmed change that reduces the cost: the setting in production, its price and its
/// commands. Then the reasons why the other changes were left out. Empty without any of them.
[[nodiscard]] std::string settings_text(const explain::explanation& explanation);

/// All parts of a run, in full.
[[nodiscard]] std::string full_text(const result& run);

/// The answer to the program's question, in at most some 45 lines if all is well: the clock-pair
/// text, the answer in sentences (see answer.hpp), the cases, and in brief how they were measured.
[[nodiscard]] std::string brief_text(const result& run, const std::string& answer);

} // namespace tollgate::report
