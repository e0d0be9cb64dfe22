// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/json.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// A file that cannot be shown; the message is one printable line that begins with its name.
class unreadable_file : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads one result file, of which no more than report::largest_file is held. Throws
/// unreadable_file.
[[nodiscard]] report::reading read_file(const std::string& path);

/// The files that an operand stands for: a file, a folder (all `*.json` right in it, by name), or
/// several of either joined by commas. What is not there counts as a file: reading it will say so.
/// Throws run::usage_error for an empty name, a folder without results, or a file that is named
/// twice; std::filesystem::filesystem_error for a folder that cannot be listed.
[[nodiscard]] std::vector<std::string> files_of(const std::string& operand);

} // namespace tollgate::cost_sheet
