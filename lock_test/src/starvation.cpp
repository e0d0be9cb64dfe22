// SPDX-License-Identifier: BSL-1.0
#include "starvation.hpp"

#include <fmt/format.h>

namespace tollgate::lock_test {

void starvation::observe(const operation_counts& counted) {
    /// Fewer locks may come between two locks of a thread that only had no CPU.
    constexpr std::uint64_t fewest_of_others = 100;
    const std::vector<std::uint64_t> now = counted.of_each();
    const std::uint64_t sum = counted.sum();
    stalls_.resize(now.size());
    for (std::size_t thread = 0; thread < now.size() && !reason_; ++thread) {
        stall& current = stalls_[thread];
        if (current.own != now[thread] || current.observations == 0) {
            current = {now[thread], sum, 1};
        } else if (++current.observations > most_still_ && sum - current.sum >= fewest_of_others) {
            reason_ = fmt::format("{} thread starves: it got no lock while the others got {}",
                                  thread == 0 ? "the waiting" : "a", sum - current.sum);
            found_.store(true, std::memory_order_relaxed);
        }
    }
}

} // namespace tollgate::lock_test
