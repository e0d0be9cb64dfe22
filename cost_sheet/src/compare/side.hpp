// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/measured_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// All runs that one operand names, in the order of its files.
struct side {
    std::string operand;
    std::vector<measured_run> runs;
    std::vector<std::string> unreadable; ///< a printable line for each file that cannot be read
    std::vector<std::string> left_out;   ///< the same for each file that explains a case
};

/// Reads the files one after the other and keeps little of each. `only` chooses cases by a valid
/// regular expression. Throws run::usage_error as files_of does, and if all files explain a case.
[[nodiscard]] side load_side(const std::string& operand, const std::optional<std::string>& only);

} // namespace tollgate::cost_sheet
