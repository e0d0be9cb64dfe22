// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/comparison.hpp"
#include "options.hpp"

#include <tollgate/cli/errors.hpp>

#include <string>

namespace tollgate::cost_sheet {

/// A comparison for a reader: table, what the machine and all rows did, summary, how the runs were
/// made and what follows from that, what is in one side only, conditions that differ. Markdown. No
/// figure has more digits than its interval resolves, and no interval is above 100 %. Pure.
[[nodiscard]] std::string comparison_text(const comparison& found, const side& before,
                                          const side& after);

/// "\nTITLE\n- NAME\n- NAME\n", printable; nothing without names.
[[nodiscard]] std::string list_text(const char* title, const std::vector<std::string>& names);

/// "1 row", "2 rows".
[[nodiscard]] std::string counted(std::size_t number, const char* one, const char* many);

/// "off; on; 3 more", printable; "-" without values.
[[nodiscard]] std::string values_text(const std::vector<std::string>& values);

/// The share as it was typed, "5 %", not "5.0 %".
[[nodiscard]] std::string share_text(double share);

/// A number with the digits that its uncertainty leaves it: a step of the last one is no more than
/// a third of the uncertainty, and no less than a thirtieth. 75342 ± 3800 is "75000", 1.0523 ± 0.02
/// is "1.052". At most `most` decimals. Always a decimal point, whatever the locale. Pure.
[[nodiscard]] std::string resolved(double value, double uncertainty, int most);

/// `--compare OLD NEW`: prints the comparison. The exit code is 1 if a proof of work failed in one
/// of the files. With --fail-if-slower it is 0 only if the question was answered, and with no: it
/// is 1 as well if a case is slower by more than that for sure, or missing from the new runs (but
/// for --allow-missing), if most rows would not have shown it, or if a program has no verdict.
/// Without that option the last is 2, as for files that cannot be compared. It is 3 if a file
/// cannot be read.
[[nodiscard]] cli::exit_code compare_files(const options& wanted);

} // namespace tollgate::cost_sheet
