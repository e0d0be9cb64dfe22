// SPDX-License-Identifier: BSL-1.0
#include "undisturbed_rate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tollgate::bill {

void undisturbed_rate::add(bool counted, double seconds, std::uint64_t waits) {
    (counted ? counted_ : undisturbed_).push_back({seconds, static_cast<double>(waits)});
}

double undisturbed_rate::ratio() const {
    constexpr double least_difference = 0.03;
    constexpr std::size_t fewest = 3;
    std::vector<double> logs;
    for (std::size_t i = 0; i < std::min(counted_.size(), undisturbed_.size()); ++i) {
        const stretch& with = counted_[i];
        const stretch& without = undisturbed_[i];
        if (with.waits > 0 && without.waits > 0) {
            logs.push_back(std::log(without.waits / without.seconds * with.seconds / with.waits));
        }
    }
    if (logs.size() < fewest) {
        return 1;
    }
    const auto count = static_cast<double>(logs.size());
    double mean = 0;
    for (const double each : logs) {
        mean += each / count;
    }
    double variance = 0;
    for (const double each : logs) {
        variance += (each - mean) * (each - mean) / (count - 1);
    }
    const bool is_certain = std::abs(mean) > 2 * std::sqrt(variance / count);
    const double ratio = std::exp(mean);
    return is_certain && std::abs(ratio - 1) > least_difference ? ratio : 1;
}

} // namespace tollgate::bill
