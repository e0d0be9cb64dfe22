// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/common_movement.hpp"
#include "compare/difference.hpp"
#include "compare/measured_run.hpp"

#include <string>
#include <vector>

namespace tollgate::cost_sheet {

struct tested_cases {
    std::vector<difference> rows;        ///< in the order of the cases
    std::vector<common_movement> common; ///< of the rows of either manner, if there are enough
    std::vector<std::string> notes;      ///< printable
};

/// Tests each case, at 95 % for all of one manner together: runs made in pairs pair by pair
/// (test_pairs), others as test_apart does. Pure.
[[nodiscard]] tested_cases test_cases(const std::vector<case_runs>& cases);

} // namespace tollgate::cost_sheet
