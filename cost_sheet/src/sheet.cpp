// SPDX-License-Identifier: BSL-1.0
#include "sheet.hpp"

#include <algorithm>

namespace tollgate::cost_sheet {

bool sheet::proven() const {
    return std::all_of(files.begin(), files.end(), [](const auto& one) { return one.proven; });
}

} // namespace tollgate::cost_sheet
