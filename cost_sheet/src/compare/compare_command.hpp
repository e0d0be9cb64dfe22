// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "command.hpp"

#include <tollgate/cli/errors.hpp>

namespace tollgate::cost_sheet {

/// `--compare OLD NEW`: prints the comparison. Exit code 0; 1 if --fail-if-slower was given and a
/// case is slower by more than that, or a proof of work failed in one of the files; 2 if the files
/// cannot be compared. With --fail-if-slower also 2 if fewer than half of the rows could have shown
/// it, since most of what got slower would then pass unseen, and if all rows together became slower
/// between runs that were not made in turns and no mark shows that it was the machine.
[[nodiscard]] cli::exit_code compare_files(const options& wanted);

} // namespace tollgate::cost_sheet
