// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// All runs that one operand of --compare or --across names, in the order of its files.
struct side : results {
    std::string operand{};

    /// The runs, whose proofs held or not; files that explain a case are none.
    [[nodiscard]] std::vector<const result_file*> runs() const;
};

/// Reads the files of an operand one after the other. `only` chooses cases by a valid regular
/// expression. Names on stderr the files that cannot be read, and those that explain a case, which
/// is not compared. Throws run::usage_error as files_of does, and if all files explain a case.
[[nodiscard]] side load_side(const std::string& operand, const std::optional<std::string>& only);

/// A line for each case of a run that cannot be compared. Printable.
[[nodiscard]] std::vector<std::string> left_out_lines(const side& loaded, const result_file& run);

/// The cases of guests that failed in a run: "PATH: CASE: REASON".
[[nodiscard]] std::vector<std::string> lost_cases(const result_file& run);

} // namespace tollgate::cost_sheet
