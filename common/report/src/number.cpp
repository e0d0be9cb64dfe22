// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <cmath>

namespace tollgate::report {

std::string ns_text(double ns) {
    const double size = std::abs(ns);
    if (size < 9.995) {
        return fmt::format("{:.2f}", ns);
    }
    return size < 999.95 ? fmt::format("{:.1f}", ns) : fmt::format("{:.0f}", ns);
}

std::string percent_text(double share) {
    const double percent = 100 * share;
    return std::abs(percent) < 0.995 ? fmt::format("{:.2f} %", percent)
                                     : fmt::format("{:.1f} %", percent);
}

std::string ratio_text(double ratio) {
    return ratio < 999.5 ? fmt::format("{:.3g}", ratio) : fmt::format("{:.0f}", ratio);
}

} // namespace tollgate::report
