// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::report {

/// The parts of the text that a program prints; each ends with a line feed or is empty. All pure.

/// The ancestor's block for a classical run, in its words, and under it how far it is off.
[[nodiscard]] std::string classical_text(const result& seen);

/// The cases: value ± half its 95 % interval, percentiles of single operations, CPU time.
[[nodiscard]] std::string case_table(const result& seen);

/// What each costs relative to the case that it is compared with, if that was measured, and whether
/// this run resolved it.
[[nodiscard]] std::string comparison_text(const result& seen);

/// The cases for a reader who wants to decide: each cost by its grade (see figure.hpp), how many
/// times that of the case that it is compared with, and names without what all of them share.
[[nodiscard]] std::string brief_table(const result& seen);

/// How much is said. In brief it is what a reader needs who decides by the figures, and of a list
/// the first few, and how many more there are.
enum class extent { whole, brief };

/// Proofs, noise floor, clock, why it stopped, what was disturbed, what is not available.
[[nodiscard]] std::string conditions_text(const result& seen, extent how_much = extent::whole);

/// The verdicts that are not ok, with the commands that fix and undo; all of them if `whole`.
[[nodiscard]] std::string environment_text(const std::vector<environment::verdict>& environment,
                                           bool whole);

/// What is bad, with the command that fixes it, and the names of what is unknown.
[[nodiscard]] std::string environment_summary(const std::vector<environment::verdict>& environment);

/// Why a case costs what it costs here, the change that takes most off first: in at most 11 lines
/// of 100 columns, whatever the explanation holds.
[[nodiscard]] std::string explanation_text(const explain::explanation& all);

/// The setting in production for each confirmed change that takes something off, its price, and the
/// commands; why the others were left out. Empty if there is none of these.
[[nodiscard]] std::string settings_text(const explain::explanation& all);

/// All of it.
[[nodiscard]] std::string full_text(const result& seen);

/// What answers the question, in at most some 45 lines where all is well: the classical block, the
/// answer in sentences (see answer.hpp), the cases, and in brief how they were measured.
[[nodiscard]] std::string brief_text(const result& seen, const std::string& answer);

} // namespace tollgate::report
