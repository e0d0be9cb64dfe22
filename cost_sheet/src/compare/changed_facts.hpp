// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/measured_run.hpp"

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// What differs between the old runs of a program, group 0, and the new ones.
struct changed_fact {
    std::string program; ///< a stranger's text
    run_difference fact;
};

/// All but the dates, which the two sides state. Pure. Throws run::usage_error if it refuses a
/// comparison.
[[nodiscard]] std::vector<changed_fact> changed_facts(const run_list& old_runs,
                                                      const run_list& new_runs);

} // namespace tollgate::cost_sheet
