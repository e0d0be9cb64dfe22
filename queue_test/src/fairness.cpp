// SPDX-License-Identifier: BSL-1.0
#include "fairness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tollgate::queue_test {

void fairness::add(const std::vector<std::uint64_t>& taken, std::chrono::nanoseconds time) {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        taken_[i] += taken[i];
    }
    time_ += time;
}

std::optional<std::string> fairness::starved() const {
    const std::uint64_t all = std::accumulate(taken_.begin(), taken_.end(), std::uint64_t{0});
    const std::uint64_t mean = all / taken_.size();
    const std::uint64_t least = *std::min_element(taken_.begin(), taken_.end());
    if (time_ < least_time || mean < least_each || least >= mean / 10) {
        return std::nullopt;
    }
    return fmt::format("a consumer starved: it got {} messages, the mean is {}", least, mean);
}

} // namespace tollgate::queue_test
