// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/pairing.hpp"

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// A stable condition in which the two sides differ, or the runs of one side among each other. The
/// values are strangers' texts.
struct changed_fact {
    std::string program;
    std::string name;
    std::vector<std::string> old_values; ///< each once
    std::vector<std::string> new_values;
};

/// The stable conditions in which runs of one program differ. Pure. Throws run::usage_error if they
/// differ in one that must agree.
[[nodiscard]] std::vector<changed_fact> changed_facts(const run_list& old_runs,
                                                      const run_list& new_runs);

} // namespace tollgate::cost_sheet
