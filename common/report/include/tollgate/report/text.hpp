// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/case_words.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/report/terminal.hpp>

#include <cstddef>
#include <cstdint>
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
/// cost in an untimed loop, and how much the average differs from it: only if that cost is known to
/// 50 %, and if the average is outside of its interval.
[[nodiscard]] std::string clock_pair_text(const result& run);

/// The table of cases: value, uncertainty, percentiles of single operations, CPU time.
[[nodiscard]] std::string case_table(const result& run);

/// The comparison of each case with its comparison case (see measure::case_record::compared_with):
/// the ratio of the costs, and whether the difference is significant. A case whose comparison case
/// was not measured is left out.
[[nodiscard]] std::string comparison_text(const result& run, std::size_t columns = SIZE_MAX);

/// The table of cases for a terminal: the cost as it is, its ±, the quiet value if it differs, p99,
/// and the cost as a multiple of another case, or `=` if the difference is not significant. A row
/// has the words of its case, or a short name. The legend explains the multiples. Columns that do
/// not fit are left out, but never the cost; a long name takes several rows. Costs that are not
/// sure, and the lowest cost of its group if it is significantly the lowest, are coloured.
[[nodiscard]] std::string brief_table(const result& run, const std::vector<case_words>& words = {},
                                      const terminal& on = {}, bool with_legend = true);

/// The conditions of the run: self-checks, noise floor, clock, the reason why the run stopped,
/// disturbances, unavailable cases.
[[nodiscard]] std::string conditions_text(const result& run);

/// The most important conditions of the run and of the machine. The self-checks, the reason why the
/// run stopped, failed cases, the reasons for unavailable cases and bad verdicts on the machine are
/// always printed; the others as long as the text has at most about `most_lines` lines.
[[nodiscard]] std::string brief_conditions(const result& run,
                                           const std::vector<case_words>& words = {},
                                           const terminal& on = {}, std::size_t most_lines = 12);

/// The verdicts on the conditions of the machine: all verdicts if `all` is true, otherwise only the
/// verdicts that are not ok. A verdict may have a command that fixes the condition, and a
/// command that undoes the fix.
[[nodiscard]] std::string environment_text(const std::vector<environment::verdict>& environment,
                                           bool all);

/// The verdicts on the machine in two lines. Each may be empty.
struct environment_lines {
    std::string bad;   ///< the bad verdicts
    std::string other; ///< the conditions whose verdict is unknown, or that all conditions are ok
};

/// The verdicts in brief.
[[nodiscard]] environment_lines
environment_summary(const std::vector<environment::verdict>& environment);

/// The cost of a case, and how each change affects this cost. The change with the largest effect
/// comes first. At most 11 lines, each of at most 100 columns.
[[nodiscard]] std::string explanation_text(const explain::explanation& explanation);

/// For each confirmed change that reduces the cost: the setting in production, its price and its
/// commands. Then the reasons why other changes were left out. Empty if there are neither settings
/// nor reasons.
[[nodiscard]] std::string settings_text(const explain::explanation& explanation);

/// The first line about a run that did not end by itself. Empty for other runs.
[[nodiscard]] std::string partial_text(const result& run);

/// All parts of a run, in full. Lines may have any length.
[[nodiscard]] std::string full_text(const result& run);

/// The answer in sentences (see answer.hpp), then the table for a terminal, the clock-pair text and
/// the most important conditions. A run of at most 12 cases has at most 40 lines of 80 columns,
/// unless it reports problems. If there are too many lines, the less important conditions, the
/// legend of the table and the totals of the clock-pair run are left out.
[[nodiscard]] std::string brief_text(const result& run, const std::string& answer,
                                     const std::vector<case_words>& words = {},
                                     const terminal& on = {});

} // namespace tollgate::report
