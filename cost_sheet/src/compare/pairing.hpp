// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/measured_run.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {

using run_pairs = std::vector<std::pair<const measured_run*, const measured_run*>>; ///< old, new

/// The pairs of runs that were made side by side: one of either, then the next two, in whatever
/// order within a pair. Nothing unless all of them have dates that say so, but for a last run whose
/// other is missing because the series was interrupted; and nothing for fewer than 6 pairs,
/// which show nothing. Dates are whole seconds, so runs of one second keep the order of their
/// files. Pure.
[[nodiscard]] std::optional<run_pairs> pair_in_time(run_list old_runs, run_list new_runs);

} // namespace tollgate::cost_sheet
