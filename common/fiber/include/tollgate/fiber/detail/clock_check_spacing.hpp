// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace tollgate::fiber::detail {

/// Counts the picks of fibers between two clock checks, and adapts their number to how long the
/// picks take. `basic_round_robin` says what follows for fibers that wait.
///
/// - *Threads*: one.
class clock_check_spacing {
public:
    /// The most picks between two clock checks, unless more fibers are ready.
    static constexpr std::size_t max_picks = 128;
    /// The most time between two clock checks, if time slices take as long as before. It is the
    /// time by which the kernel delays a thread's own sleeps by default.
    static constexpr std::chrono::nanoseconds max_time = std::chrono::microseconds(50);

    /// False while the dispatcher runs, or is to run at the next pick.
    [[nodiscard]] bool has_picks() const noexcept { return left_ > 0; }
    void count_pick() noexcept { --left_; }

    /// The dispatcher is to run at the next pick, without a clock check.
    void interrupt() noexcept { kept_ += std::exchange(left_, 0); }

    void dispatcher_runs() noexcept {
        interrupt();
        // Count its run as a pick, because it takes as long as many a time slice. Do not while few
        // time slices lie between clock checks, or none would be left.
        if (picks_ >= static_cast<int>(max_picks) && kept_ > 0) {
            --kept_;
            ++runs_;
        }
    }
    [[nodiscard]] bool is_check_due() const noexcept { return kept_ <= 0; }
    void fibers_run() noexcept { left_ = std::exchange(kept_, 0); }

    /// Adapts to the time that the picks since the last clock check took: reduces their number at
    /// once if they took too long, and doubles it if twice as many would not have. The number stays
    /// below `max_picks`, or one of each ready fiber.
    void adapt(std::chrono::nanoseconds elapsed, std::size_t ready) noexcept {
        const int slices = (std::max)(1, picks_ - std::exchange(runs_, 0));
        if (elapsed > max_time * slices / picks_) {
            picks_ = (std::max)(1, static_cast<int>(slices * max_time / elapsed));
        } else if (elapsed <= max_time * slices / picks_ / 2) {
            picks_ *= 2;
        }
        kept_ = picks_ = (std::min)(picks_, most(ready));
    }

    /// After a sleep, when nothing is known of the time slices to come. The sleep counts as a part
    /// of the next time slice, hence no clock is read to tell them apart.
    void begin_anew() noexcept {
        picks_ = kept_ = 1;
        runs_ = 0;
    }

private:
    static int most(std::size_t ready) noexcept {
        constexpr std::size_t more_than_fit_into_max_time = 1 << 20;
        return static_cast<int>(std::clamp(ready, max_picks, more_than_fit_into_max_time));
    }

    int left_ = 0;  ///< picks before the dispatcher runs
    int kept_ = 0;  ///< while it runs, or is to: picks left before the next clock check
    int picks_ = 1; ///< picks between two clock checks
    int runs_ = 0;  ///< the dispatcher's runs that were counted as picks since the last clock check
};

} // namespace tollgate::fiber::detail
