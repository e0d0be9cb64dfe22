// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/guard.hpp>

#include <string>
#include <vector>

namespace tollgate::bill {

/// Runs the program; `arguments` are without its name. Throws as cli::guard expects.
[[nodiscard]] cli::exit_code run(const std::vector<std::string>& arguments);

} // namespace tollgate::bill
