// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>

#include <string>
#include <vector>

namespace tollgate::cli {

/// Reads the arguments (without the program's name). Throws usage_error. Pure but for that.
[[nodiscard]] options parse_command_line(const program& what,
                                         const std::vector<std::string>& arguments);

[[nodiscard]] std::string help_text(const program& what);

} // namespace tollgate::cli
