// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "command.hpp"

#include <tollgate/cli/errors.hpp>

namespace tollgate::cost_sheet {

/// `--across A B C`: machines side by side, a column for each file or folder. A file that cannot be
/// read is named and costs the others nothing.
[[nodiscard]] cli::exit_code lay_across(const options& wanted);

} // namespace tollgate::cost_sheet
