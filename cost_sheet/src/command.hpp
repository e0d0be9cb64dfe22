// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/errors.hpp>

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// The program without its name: reads the files that are named and prints their sheet, a section a
/// file. Exit code 1 if a proof of work failed in one of them. Throws as cli::guard expects.
[[nodiscard]] cli::exit_code run(const std::vector<std::string>& arguments);

} // namespace tollgate::cost_sheet
