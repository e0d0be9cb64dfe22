// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>

namespace tollgate::bill {

/// How often samples are taken: each 10 ms, or less often if they would take more than 1 % of a
/// CPU.
class pace {
public:
    using duration = std::chrono::nanoseconds;

    /// The time from the end of a sample, which took this CPU time, until the next one is due.
    [[nodiscard]] duration after(duration cost) {
        mean_ += (cost - mean_) / 8;
        return std::max<duration>(shortest, mean_ * samples_a_cost);
    }

private:
    static constexpr std::chrono::milliseconds shortest{10};
    static constexpr int samples_a_cost = 100;

    duration mean_{}; ///< smoothed, because some samples also look for new threads
};

} // namespace tollgate::bill
