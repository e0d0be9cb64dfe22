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

/// The result of the clock-pair run, in the words of an earlier tool, and the error of the
/// clock-pair average.
[[nodiscard]] std::string clock_pair_text(const result& run);

/// The table of cases: value, uncertainty, percentiles of single operations, CPU time.
[[nodiscard]] std::string case_table(const result& run);

/// The ratio of each case to its comparison case, if the comparison case was measured, and whether
/// the difference is significant.
[[nodiscard]] std::string comparison_text(const result& run);

/// The short table of cases. The form of each cost depends on its grade (see figure.hpp). Each cost
/// has its ratio to the comparison case. Names omit the parts that are common to all rows.
[[nodiscard]] std::string brief_table(const result& run);

/// How much a text contains.
enum class extent {
    whole, ///< everything
    brief  ///< the important parts; of a list, the first entries and the number of the rest
};

/// Self-checks, noise floor, clock, the reason why the run stopped, disturbances, unavailable
/// cases.
[[nodiscard]] std::string conditions_text(const result& run, extent detail = extent::whole);

/// The verdicts that are not ok, each with the commands that fix the property and undo the fix. If
/// `whole` is true, all verdicts.
[[nodiscard]] std::string environment_text(const std::vector<environment::verdict>& environment,
                                           bool whole);

/// The bad verdicts with the commands that fix the properties, and the names of the unknown
/// verdicts.
[[nodiscard]] std::string environment_summary(const std::vector<environment::verdict>& environment);

/// Why a case costs what it costs here. The change with the largest effect comes first. Always at
/// most 11 lines of 100 columns.
[[nodiscard]] std::string explanation_text(const explain::explanation& explanation);

/// For each confirmed change that reduces the cost: the setting in production, its price and its
/// commands. Then the reasons why the other changes were left out. Empty if there are neither
/// settings nor reasons.
[[nodiscard]] std::string settings_text(const explain::explanation& explanation);

/// All parts of a run, in full.
[[nodiscard]] std::string full_text(const result& run);

/// The answer to the program's question: the clock-pair text, the answer in sentences (see
/// answer.hpp), the short table of cases, and the conditions in brief. At most about 45 lines if
/// all is well.
[[nodiscard]] std::string brief_text(const result& run, const std::string& answer);

} // namespace tollgate::report
