// SPDX-License-Identifier: BSL-1.0
#include "compare/difference.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tollgate::cost_sheet {

void difference::conclude(double log_ratio, const stats::interval& logs) {
    ratio = std::exp(log_ratio);
    range = stats::interval{std::exp(logs.low), std::exp(logs.high), logs.confidence};
    const double center = std::midpoint(logs.low, logs.high);
    says = logs.low > 0 ? verdict::slower : logs.high < 0 ? verdict::faster : verdict::tie;
    if (std::abs(std::exp(center) - 1) <= floor) {
        says = verdict::tie;
    }
    if (says == verdict::tie && !visible()) {
        says = verdict::unknown;
        why = "they scatter so much that not even twice as much would have been seen";
    }
}

std::optional<double> difference::visible() const {
    if (!range) {
        return std::nullopt;
    }
    const double half = std::max(std::sqrt(range->high / range->low) - 1, floor);
    return half <= most_visible ? std::optional(half) : std::nullopt;
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
