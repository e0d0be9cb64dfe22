// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/measured_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// All runs that one operand of --compare or --across names, in the order of its files.
struct side {
    std::string operand;
    std::vector<measured_run> runs;
    /// A printable line for each file that cannot be read, and for each that explains a case, which
    /// is not compared.
    std::vector<std::string> unreadable;
    std::vector<std::string> explanations;
};

/// The files that an operand stands for: a file, a folder (all `*.json` right in it, by name), or
/// several of either joined by commas. What is not there counts as a file: reading it will say so.
/// Throws cli::usage_error for an empty name, a folder without results, or a file that is named
/// twice; std::filesystem::filesystem_error for a folder that cannot be listed.
[[nodiscard]] std::vector<std::string> files_of(const std::string& operand);

/// Reads them one after the other, and keeps little of each. `only` chooses cases by a valid
/// regular expression. Throws cli::usage_error as files_of does, and if all files explain a case.
[[nodiscard]] side load_side(const std::string& operand, const std::optional<std::string>& only);

/// A line for each case of a run that cannot be compared. Printable.
[[nodiscard]] std::vector<std::string> left_out_lines(const measured_run& run);

/// Prints these lines on stderr.
void say(const std::vector<std::string>& lines);

/// Names the files that could not be read, and those that explain a case; whether all were read.
bool say_what_is_not_read(const side& loaded);

} // namespace tollgate::cost_sheet
