// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace tollgate::fiber::detail {

/// How many picks of fibers lie between two looks at the clock, and how many of them are left. What
/// follows from it for those who wait is said by `basic_round_robin`.
///
/// Threads: one.
class look_distance {
public:
    /// The most picks, unless more fibers than these are ready.
    static constexpr std::size_t usual_most = 128;
    /// The most in time, if turns take as long as they did: as much as the kernel adds to a
    /// thread's own sleeps by default.
    static constexpr std::chrono::nanoseconds usual_lateness = std::chrono::microseconds(50);

    /// None while the dispatcher runs, or is to run at the next pick.
    [[nodiscard]] bool is_left() const noexcept { return left_ > 0; }
    void take_one() noexcept { --left_; }

    /// The dispatcher is to run at the next pick, which is no look.
    void interrupt() noexcept { kept_ += std::exchange(left_, 0); }

    void dispatcher_runs() noexcept {
        interrupt();
        // A run of it takes as long as many a turn. While few turns lie between looks it is not
        // counted, or none would be left.
        if (picks_ >= static_cast<int>(usual_most) && kept_ > 0) {
            --kept_;
            ++runs_;
        }
    }
    [[nodiscard]] bool is_look_due() const noexcept { return kept_ <= 0; }
    void fibers_run() noexcept { left_ = std::exchange(kept_, 0); }

    /// To how long the picks since the last look took: at once if they took too long, and by
    /// doubling if twice as many would not have; but to no more than one of each fiber that is
    /// ready, or the usual most.
    void adapt(std::chrono::nanoseconds took, std::size_t ready) noexcept {
        const int turns = (std::max)(1, picks_ - std::exchange(runs_, 0));
        if (took > usual_lateness * turns / picks_) {
            picks_ = (std::max)(1, static_cast<int>(turns * usual_lateness / took));
        } else if (took <= usual_lateness * turns / picks_ / 2) {
            picks_ *= 2;
        }
        kept_ = picks_ = (std::min)(picks_, most(ready));
    }

    /// Nothing is known of the turns to come. The sleep counts as if the next turn had taken it,
    /// hence no clock is read to tell them apart.
    void begin_anew() noexcept {
        picks_ = kept_ = 1;
        runs_ = 0;
    }

private:
    static int most(std::size_t ready) noexcept {
        constexpr std::size_t more_than_fit_into_the_usual_lateness = 1 << 20;
        return static_cast<int>(
            std::clamp(ready, usual_most, more_than_fit_into_the_usual_lateness));
    }

    int left_ = 0;  ///< before the dispatcher runs
    int kept_ = 0;  ///< while it runs, or is to: those left before the next look
    int picks_ = 1; ///< between two looks
    int runs_ = 0;  ///< of the dispatcher that were counted as picks since the last look
};

} // namespace tollgate::fiber::detail
