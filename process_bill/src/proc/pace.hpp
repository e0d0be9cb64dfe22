// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>

namespace tollgate::bill {

/// When samples are taken: each 10 ms, or less often if they would take more than 0.5 % of a CPU.
/// All samples together have this share, so one that took long is followed by a longer pause.
class pace {
public:
    using time_point = std::chrono::steady_clock::time_point;

    /// The time begins in which samples have their share.
    void begin(time_point now) { began_ = now; }

    /// A sample, or other work that counts, took this CPU time.
    void spend(std::chrono::nanoseconds cost) { spent_ += cost; }

    /// The time of the next sample, after one that has just ended.
    [[nodiscard]] time_point next(time_point now) const {
        return std::max<time_point>(now + shortest, began_ + samples_a_cost * spent_);
    }

private:
    static constexpr std::chrono::milliseconds shortest{10};
    static constexpr int samples_a_cost = 200;

    time_point began_;
    std::chrono::nanoseconds spent_{};
};

} // namespace tollgate::bill
