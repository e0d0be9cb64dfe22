// SPDX-License-Identifier: BSL-1.0
#include "undisturbed_rate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tollgate::bill {

void undisturbed_rate::add(bool counted, double seconds, std::uint64_t waits) {
    (counted ? counted_ : undisturbed_).push_back({seconds, static_cast<double>(waits)});
}

/// The rate without counting by that with it, over all pairs of stretches but one.
double undisturbed_rate::log_of_ratio(std::size_t left_out) const {
    stretch with;
    stretch without;
    for (std::size_t i = 0; i < pairs(); ++i) {
        if (i != left_out) {
            with.seconds += counted_[i].seconds;
            with.waits += counted_[i].waits;
            without.seconds += undisturbed_[i].seconds;
            without.waits += undisturbed_[i].waits;
        }
    }
    return std::log(without.waits / without.seconds * with.seconds / with.waits);
}

/// The error is that of the jackknife: how much the ratio depends on each pair.
double undisturbed_rate::ratio() const {
    constexpr double least_difference = 0.03;
    constexpr double surely = 3;
    constexpr std::size_t fewest = 3;
    if (pairs() < fewest) {
        return 1;
    }
    const auto count = static_cast<double>(pairs());
    std::vector<double> logs;
    double mean = 0;
    for (std::size_t i = 0; i < pairs(); ++i) {
        logs.push_back(log_of_ratio(i));
        mean += logs.back() / count;
    }
    double variance = 0;
    for (const double each : logs) {
        variance += (each - mean) * (each - mean) * (count - 1) / count;
    }
    const double log = log_of_ratio(pairs());
    const bool is_certain = std::abs(log) > surely * std::sqrt(variance); // false if it is NaN
    const double ratio = std::exp(log);
    return is_certain && std::isfinite(ratio) && std::abs(ratio - 1) > least_difference ? ratio : 1;
}

} // namespace tollgate::bill
