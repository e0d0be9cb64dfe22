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

} // namespace

std::optional<interval> welch_interval(std::span<const double> a, std::span<const double> b,
                                       double confidence) {
    assert(confidence > 0 && confidence < 1);
    if (a.size() < 2 || b.size() < 2) {
        return std::nullopt;
    }
    const double center = mean(b) - mean(a);
    const squared_error of_a = error_of(a);
    const squared_error of_b = error_of(b);
    const double both = of_a.of_mean + of_b.of_mean;
    if (!(both > 0)) {
        return interval{center, center, confidence};
    }
    // Shares of the sum: squares of tiny errors would vanish.
    const double share_a = of_a.of_mean / both;
    const double share_b = of_b.of_mean / both;
    const double degrees =
        1 / (share_a * share_a / of_a.degrees + share_b * share_b / of_b.degrees);
    const double half = student_quantile(confidence, degrees) * std::sqrt(both);
    return interval{center - half, center + half, confidence};
}

} // namespace tollgate::stats
