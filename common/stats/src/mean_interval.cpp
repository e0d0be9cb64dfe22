// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/mean_interval.hpp>

#include <tollgate/stats/moments.hpp>

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tollgate::stats {
namespace {

// A mean, or a difference of two means, with its standard error.
struct uncertain_mean {
    double value = 0;
    double error = 0; // 0 if nothing scatters
    double degrees = 1;
};

std::optional<uncertain_mean> mean_of(std::span<const double> values) {
    if (values.size() < 2) {
        return std::nullopt;
    }
    const auto n = static_cast<double>(values.size());
    return uncertain_mean{mean(values), standard_deviation(values) / std::sqrt(n), n - 1};
}

std::optional<uncertain_mean> difference_of(std::span<const double> a, std::span<const double> b) {
    const auto first = mean_of(a);
    const auto second = mean_of(b);
    if (!first || !second) {
        return std::nullopt;
    }
    return uncertain_mean{second->value - first->value, std::hypot(first->error, second->error),
                          std::min(first->degrees, second->degrees)};
}

std::optional<interval> interval_of(const std::optional<uncertain_mean>& estimate,
                                    double confidence) {
    if (!estimate) {
        return std::nullopt;
    }
    const double half = student_quantile(confidence, estimate->degrees) * estimate->error;
    return interval{estimate->value - half, estimate->value + half, confidence};
}

std::optional<double> p_value_of(const std::optional<uncertain_mean>& estimate) {
    if (!estimate) {
        return std::nullopt;
    }
    const double t = std::abs(estimate->value / estimate->error);
    if (!std::isfinite(t)) { // nothing scatters
        return estimate->value == 0 ? 1 : 0;
    }
    const boost::math::students_t distribution(estimate->degrees);
    return 2 * boost::math::cdf(complement(distribution, t));
}

} // namespace

double student_quantile(double confidence, double degrees) {
    assert(confidence > 0 && confidence < 1);
    assert(degrees > 0);
    const boost::math::students_t distribution(degrees);
    return boost::math::quantile(complement(distribution, (1 - confidence) / 2));
}

std::optional<interval> mean_interval(std::span<const double> values, double confidence) {
    return interval_of(mean_of(values), confidence);
}

std::optional<double> mean_p_value(std::span<const double> values) {
    return p_value_of(mean_of(values));
}

std::optional<interval> welch_interval(std::span<const double> a, std::span<const double> b,
                                       double confidence) {
    return interval_of(difference_of(a, b), confidence);
}

std::optional<double> welch_p_value(std::span<const double> a, std::span<const double> b) {
    return p_value_of(difference_of(a, b));
}

} // namespace tollgate::stats
