// SPDX-License-Identifier: BSL-1.0
#include "sheet.hpp"

#include <algorithm>

namespace tollgate::cost_sheet {

bool sheet_file::lost_any() const {
    return std::any_of(unavailable.begin(), unavailable.end(),
                       [](const auto& one) { return one.failed; });
}

measured_cost sheet_case::cost() const {
    return {value_ns,    range,         pass_costs, file, noise_floor, quiet_share.has_value(),
            as_it_is_ns, as_it_is_range};
}

bool sheet::proven() const {
    return std::all_of(files.begin(), files.end(),
                       [](const auto& one) { return one.proven && !one.lost_any(); });
}

std::vector<const sheet_file*> sheet::explained() const {
    std::vector<const sheet_file*> found;
    for (const sheet_file& one : files) {
        if (one.explained && one.proven) {
            found.push_back(&one);
        }
    }
    return found;
}

} // namespace tollgate::cost_sheet
