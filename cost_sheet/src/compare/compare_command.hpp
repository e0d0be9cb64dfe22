// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "options.hpp"

#include <tollgate/cli/errors.hpp>

namespace tollgate::cost_sheet {

/// `--compare OLD NEW`: prints the comparison. Exit code 0; 1 if --fail-if-slower was given and a
/// case is slower by more than that, or a proof of work failed in one of the files; 2 if the files
/// cannot be compared.
[[nodiscard]] cli::exit_code compare_files(const options& wanted);

} // namespace tollgate::cost_sheet
