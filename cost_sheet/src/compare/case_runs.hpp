// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/pairing.hpp"

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// All runs of one case, at least one on either side.
struct case_runs {
    std::string name;
    run_list old_runs;
    run_list new_runs;
};

/// The logarithms of what the case cost in each of the runs, in ns.
[[nodiscard]] std::vector<double> run_logs(const run_list& runs, const std::string& name);

/// By how much the median run of the new side is above that of the old one.
[[nodiscard]] double log_ratio_of(const case_runs& one);

} // namespace tollgate::cost_sheet
