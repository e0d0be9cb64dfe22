// SPDX-License-Identifier: BSL-1.0
#include "compare/resolved.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {

std::string resolved(double value, double uncertainty, int most) {
    int place = -most; // the power of ten of the last digit
    if (std::isfinite(uncertainty) && uncertainty > 0) {
        place = std::max(place, static_cast<int>(std::floor(std::log10(uncertainty / 3))));
    }
    // Where nothing is resolved, the first digit is still worth something to look at.
    if (std::isfinite(value) && value != 0) {
        place = std::min(place, static_cast<int>(std::floor(std::log10(std::abs(value)))));
    }
    if (place <= 0) {
        return fmt::format("{:.{}f}", value, std::clamp(-place, 0, 9));
    }
    const double unit = std::pow(10.0, place);
    return fmt::format("{:.0f}", std::round(value / unit) * unit);
}

} // namespace tollgate::cost_sheet
