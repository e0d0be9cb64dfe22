// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "command.hpp"

#include <tollgate/cli/errors.hpp>

namespace tollgate::cost_sheet {

/// `--compare OLD NEW`: prints the comparison. The exit code is 1 if a proof of work failed in one
/// of the files. With --fail-if-slower it is 0 only if the question was answered, and with no: it
/// is 1 as well if a case is slower by more than that for sure, or missing from the new runs (but
/// for --allow-missing), if most rows would not have shown it, or if a program has no verdict.
/// Without that option the last is 2, as for files that cannot be compared. It is 3 if a file
/// cannot be read.
[[nodiscard]] cli::exit_code compare_files(const options& wanted);

} // namespace tollgate::cost_sheet
