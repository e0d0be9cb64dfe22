// SPDX-License-Identifier: BSL-1.0
#include "tally.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tollgate::queue_test {

void tally::add_failures_to(std::vector<std::string>& failures, bool order_is_kept) const {
    if (damaged_ != 0) {
        failures.push_back(
            fmt::format("{} message(s) arrived in another shape than they were sent", damaged_));
    }
    if (order_is_kept && disordered_ != 0) {
        failures.push_back(fmt::format(
            "{} message(s) of one producer came after a later one, or twice", disordered_));
    }
}

void compare_heaps(const heap_of_numbers& in, const heap_of_numbers& out,
                   std::vector<std::string>& failures) {
    if (in.count != out.count) {
        failures.push_back(
            fmt::format("messages lost or doubled: {} sent, {} arrived", in.count, out.count));
    } else if (!(in == out)) {
        failures.push_back(fmt::format(
            "the checksums differ: as many messages arrived as were sent ({}), but others",
            in.count));
    }
}

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
