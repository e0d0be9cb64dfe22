// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/mean_interval.hpp>

#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/student_quantile.hpp>

#include <cassert>
#include <cmath>

namespace tollgate::stats {

std::optional<interval> mean_interval(std::span<const double> values, double confidence) {
    assert(confidence > 0 && confidence < 1);
    if (values.size() < 2) {
        return std::nullopt;
    }
    const auto n = static_cast<double>(values.size());
    const double center = mean(values);
    const double half =
        student_quantile(confidence, n - 1) * standard_deviation(values) / std::sqrt(n);
    return interval{center - half, center + half, confidence};
}

std::optional<double> mean_p_value(std::span<const double> values) {
    if (values.size() < 2) {
        return std::nullopt;
    }
    const auto n = static_cast<double>(values.size());
    const double center = mean(values);
    const double error = standard_deviation(values) / std::sqrt(n);
    if (!(error > 0)) {
        return center == 0 ? 1.0 : 0.0;
    }
    return student_p_value(center / error, n - 1);
}

} // namespace tollgate::stats
