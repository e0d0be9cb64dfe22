// SPDX-License-Identifier: BSL-1.0
#include "compare/difference.hpp"

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {

std::optional<double> difference::visible() const {
    if (!range) {
        return std::nullopt;
    }
    return std::max(std::sqrt(range->high / range->low) - 1, floor);
}

const char* to_string(difference::verdict says) {
    switch (says) {
    case difference::verdict::slower:
        return "slower";
    case difference::verdict::faster:
        return "faster";
    case difference::verdict::tie:
        return "tie";
    case difference::verdict::unknown:
        break;
    }
    return "no verdict";
}

} // namespace tollgate::cost_sheet
