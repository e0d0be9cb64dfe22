// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tollgate::stats {

double quantile(std::span<const double> sorted, double p) {
    assert(!sorted.empty());
    assert(p >= 0 && p <= 1);
    assert(std::ranges::is_sorted(sorted));
    const double position = static_cast<double>(sorted.size() - 1) * p;
    const double whole = std::floor(position);
    const auto index = static_cast<std::size_t>(whole);
    const double below = sorted[index];
    // The last value has no neighbour. At a whole position, infinite neighbours would give NaN.
    if (index + 1 == sorted.size() || position == whole) {
        return below;
    }
    const double above = sorted[index + 1];
    return below == above ? below : std::lerp(below, above, position - whole);
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return quantile(values, 0.5);
}

std::size_t samples_needed(double p) {
    assert(p > 0 && p < 1);
    // 1-p has a rounding error, which must not cost a sample.
    return static_cast<std::size_t>(std::ceil(10 / std::min(p, 1 - p) * (1 - 1e-9)));
}

} // namespace tollgate::stats
