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
    double remainder = 0;
    for (const double value : values) {
        remainder += value - first;
    }
    return first + remainder / n;
}

double standard_deviation(std::span<const double> values) {
    if (values.size() < 2) {
        return 0;
    }
    const auto n = static_cast<double>(values.size());
    const double center = mean(values);
    double squares = 0;
    double remainder = 0;
    for (const double value : values) {
        const double deviation = value - center;
        squares += deviation * deviation;
        remainder += deviation;
    }
    return std::sqrt(std::max(0.0, squares - remainder * remainder / n) / (n - 1));
}

} // namespace tollgate::stats
