// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/sign_test.hpp>

#include "binomial.hpp"

#include <tollgate/stats/order_statistic_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <vector>

namespace tollgate::stats {
namespace {

double two_sided_p_value(std::size_t negative, std::size_t positive) {
    const double tail = binomial_at_most(std::min(negative, positive), negative + positive, 0.5);
    // Both tails contain the middle when the signs are even.
    return std::min(1.0, 2 * tail);
}

} // namespace

sign_test_result sign_test(std::span<const double> differences, double confidence) {
    sign_test_result result;
    if (differences.empty()) {
        return result;
    }
    std::vector<double> sorted(differences.begin(), differences.end());
    std::ranges::sort(sorted);
    const auto [zeros, positives] = std::equal_range(sorted.begin(), sorted.end(), 0.0);
    result.median = quantile(sorted, 0.5);
    result.range = order_statistic_interval(sorted, 0.5, confidence);
    result.pairs = sorted.size();
    result.negative = static_cast<std::size_t>(zeros - sorted.begin());
    result.ties = static_cast<std::size_t>(positives - zeros);
    result.positive = static_cast<std::size_t>(sorted.end() - positives);
    result.p_value = two_sided_p_value(result.negative, result.positive);
    return result;
}

} // namespace tollgate::stats
