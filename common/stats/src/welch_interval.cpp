// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/welch_interval.hpp>

#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/student_quantile.hpp>

#include <cassert>
#include <cmath>

namespace tollgate::stats {
namespace {

struct squared_error {
    double of_mean;
    double degrees;
};

squared_error error_of(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    const double deviation = standard_deviation(values);
    return {deviation * deviation / n, n - 1};
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
    const double of_means = mean(b) - mean(a);
    const squared_error of_a = error_of(a);
    const squared_error of_b = error_of(b);
    const double both = of_a.of_mean + of_b.of_mean;
    if (!(both > 0)) {
        return difference{of_means};
    }
    // Shares of the sum: squares of tiny errors would vanish.
    const double share_a = of_a.of_mean / both;
    const double share_b = of_b.of_mean / both;
    return difference{of_means, std::sqrt(both),
                      1 / (share_a * share_a / of_a.degrees + share_b * share_b / of_b.degrees)};
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
