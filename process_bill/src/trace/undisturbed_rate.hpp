// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::bill {

/// How often threads wait while their events are counted, and while not, in turns. Counting takes
/// time in each wait, which changes processes that wait very often.
class undisturbed_rate {
public:
    /// Adds a stretch of time, and how many waits the kernel counted in it.
    void add(bool counted, double seconds, std::uint64_t waits);

    /// Waits a second while nothing is counted, by those while events are counted, if they differ
    /// for certain: by more than three standard errors, and by 3 %. Otherwise 1.
    [[nodiscard]] double ratio() const;

private:
    struct stretch {
        double seconds = 0;
        double waits = 0;
    };
    [[nodiscard]] std::size_t pairs() const {
        return std::min(counted_.size(), undisturbed_.size());
    }
    [[nodiscard]] double log_of_ratio(std::size_t left_out) const;

    std::vector<stretch> counted_;
    std::vector<stretch> undisturbed_;
};

} // namespace tollgate::bill
