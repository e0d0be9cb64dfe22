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

/// The result of the clock-pair run, in the output format of older ping-pong benchmarks. Then the
/// error of the clock-pair average.
[[nodiscard]] std::string clock_pair_text(const result& run);

/// The table of cases: value, uncertainty, percentiles of single operations, CPU time.
[[nodiscard]] std::string case_table(const result& run);

/// The comparison of each case with its comparison case (see measure::case_record::compared_with):
/// the ratio of the costs, and whether the difference is significant. A case whose comparison case
/// was not measured is left out.
[[nodiscard]] std::string comparison_text(const result& run);

/// The short table of cases. Each cost is a value, a range or "not measured well enough",
/// depending on its uncertainty (see figure.hpp). Each cost
/// has its ratio to the comparison case. Names omit the parts that are common to all rows.
[[nodiscard]] std::string brief_table(const result& run);

/// How much a text contains.
enum class extent {
    whole, ///< everything
    brief  ///< the important parts; a list has its first entries and the number of the others
};

/// The conditions of the run: self-checks, noise floor, clock, the reason why the run stopped,
/// disturbances, unavailable cases.
[[nodiscard]] std::string conditions_text(const result& run, extent detail = extent::whole);

/// The verdicts on the conditions of the machine: all verdicts if `all` is true, otherwise only the
/// verdicts that are not ok. A verdict may have a command that fixes the condition, and a
/// command that undoes the fix.
[[nodiscard]] std::string environment_text(const std::vector<environment::verdict>& environment,
                                           bool all);

/// The bad verdicts on the machine, with the commands that fix the conditions. Then the names of
/// the conditions whose verdict is unknown.
[[nodiscard]] std::string environment_summary(const std::vector<environment::verdict>& environment);

/// The cost of a case, and how each change affects this cost. The change with the largest effect
/// comes first. At most 11 lines, each of at most 100 columns.
[[nodiscard]] std::string explanation_text(const explain::explanation& explanation);

/// For each confirmed change that reduces the cost: the setting in production, its price and its
/// commands. Then the reasons why other changes were left out. Empty if there are neither settings
/// nor reasons.
[[nodiscard]] std::string settings_text(const explain::explanation& explanation);

/// All parts of a run, in full.
[[nodiscard]] std::string full_text(const result& run);

/// The answer to the program's question: the clock-pair text, the answer in sentences (see
/// answer.hpp), the short table of cases, and the conditions in brief. The text has at most about
/// 45 lines, unless it reports problems.
[[nodiscard]] std::string brief_text(const result& run, const std::string& answer);

} // namespace tollgate::report
