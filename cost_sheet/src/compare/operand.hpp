// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// The files that one operand of --compare or --across stands for: a file, a folder (all `*.json`
/// right in it, by name), or several of either joined by commas. What is not there counts as a
/// file: reading it will say so. Throws run::usage_error for an empty name, a folder without
/// results, or a file that is named twice; std::filesystem::filesystem_error for a folder that
/// cannot be listed.
[[nodiscard]] std::vector<std::string> files_of(const std::string& operand);

} // namespace tollgate::cost_sheet
