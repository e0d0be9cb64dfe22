// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/moments.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace tollgate::stats {

double mean(std::span<const double> values) {
    assert(!values.empty());
    const auto n = static_cast<double>(values.size());
    const double first = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double rest = 0;
    for (const double value : values) {
        rest += value - first;
    }
    return first + rest / n;
}

double standard_deviation(std::span<const double> values) {
    if (values.size() < 2) {
        return 0;
    }
    const auto n = static_cast<double>(values.size());
    const double center = mean(values);
    double squares = 0;
    double rest = 0;
    for (const double value : values) {
        const double off = value - center;
        squares += off * off;
        rest += off;
    }
    return std::sqrt(std::max(0.0, squares - rest * rest / n) / (n - 1));
}

} // namespace tollgate::stats
