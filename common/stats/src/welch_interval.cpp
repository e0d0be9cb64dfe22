// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/welch_interval.hpp>

#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/student_quantile.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tollgate::stats {
namespace {

double error_of_mean(std::span<const double> values) {
    return standard_deviation(values) / std::sqrt(static_cast<double>(values.size()));
}

/// Of two means, with what it is uncertain by.
struct difference {
    double of_means = 0;
    double error = 0;   ///< 0 if neither scatters
    double degrees = 1; ///< of the error
};

std::optional<difference> difference_of(std::span<const double> a, std::span<const double> b) {
    if (a.size() < 2 || b.size() < 2) {
        return std::nullopt;
    }
    return difference{mean(b) - mean(a), std::hypot(error_of_mean(a), error_of_mean(b)),
                      static_cast<double>(std::min(a.size(), b.size()) - 1)};
}

} // namespace

std::optional<interval> welch_interval(std::span<const double> a, std::span<const double> b,
                                       double confidence) {
    assert(confidence > 0 && confidence < 1);
    const auto found = difference_of(a, b);
    if (!found) {
        return std::nullopt;
    }
    const double half =
        found->error > 0 ? student_quantile(confidence, found->degrees) * found->error : 0;
    return interval{found->of_means - half, found->of_means + half, confidence};
}

std::optional<double> welch_p_value(std::span<const double> a, std::span<const double> b) {
    const auto found = difference_of(a, b);
    if (!found) {
        return std::nullopt;
    }
    if (!(found->error > 0)) {
        return found->of_means == 0 ? 1.0 : 0.0;
    }
    return student_p_value(found->of_means / found->error, found->degrees);
}

} // namespace tollgate::stats
