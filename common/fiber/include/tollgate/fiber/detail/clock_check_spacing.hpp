// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace tollgate::fiber::detail {

/// Decides how many picks of fibers lie between two clock checks, and counts these picks. Adapts
/// their number to the length of the time slices. The comment of `basic_round_robin` states how
/// late a timeout may be. common/fiber/README.md defines the words.
///
/// - *Threads*: one.
class clock_check_spacing {
public:
    /// The largest number of picks between two clock checks. If more than 128 fibers are ready, the
    /// limit is the number of ready fibers.
    static constexpr std::size_t max_picks = 128;
    /// The longest time between two clock checks, if time slices take as long as before. By
    /// default, the kernel delays the sleeps of a thread by the same time.
    static constexpr std::chrono::nanoseconds max_time = std::chrono::microseconds(50);

    /// Returns false while the dispatcher runs, and if the dispatcher is to run at the next pick.
    [[nodiscard]] bool has_picks() const noexcept { return left_ > 0; }
    void count_pick() noexcept { --left_; }

    /// Makes the dispatcher run at the next pick, without a clock check.
    void interrupt() noexcept { kept_ += std::exchange(left_, 0); }

    void dispatcher_runs() noexcept {
        interrupt();
        // This run of the dispatcher may take as long as a time slice, so it counts as a pick. But
        // the run does not count while few picks lie between clock checks, because no pick would be
        // left for a fiber.
        if (picks_ >= static_cast<int>(max_picks) && kept_ > 0) {
            --kept_;
            ++runs_;
        }
    }
    [[nodiscard]] bool is_check_due() const noexcept { return kept_ <= 0; }
    void fibers_run() noexcept { left_ = std::exchange(kept_, 0); }

    /// Adapts the number of picks between two clock checks to the time that has elapsed since the
    /// last clock check. If the time slices took longer than `max_time`, the number is reduced at
    /// once so that they fit into `max_time`. If twice the number of time slices would also fit,
    /// the number is doubled. The number is at most `max_picks`, or the number of ready fibers,
    /// whichever is larger.
    void adapt(std::chrono::nanoseconds elapsed, std::size_t ready) noexcept {
        const int slices = (std::max)(1, picks_ - std::exchange(runs_, 0));
        if (elapsed > max_time * slices / picks_) {
            picks_ = (std::max)(1, static_cast<int>(slices * max_time / elapsed));
        } else if (elapsed <= max_time * slices / picks_ / 2) {
            picks_ *= 2;
        }
        kept_ = picks_ = (std::min)(picks_, most(ready));
    }

    /// Begins again with one pick, after a sleep of the thread, because earlier time slices do not
    /// predict the next ones. The time of the sleep counts as a part of the next time slice. So no
    /// clock reading is needed between the sleep and the time slice.
    void begin_anew() noexcept {
        picks_ = kept_ = 1;
        runs_ = 0;
    }

private:
    static int most(std::size_t ready) noexcept {
        constexpr std::size_t more_than_fit_into_max_time = 1 << 20;
        return static_cast<int>(std::clamp(ready, max_picks, more_than_fit_into_max_time));
    }

    int left_ = 0; ///< picks left until the dispatcher runs
    /// While the dispatcher runs, or is to run: picks left until the next clock check.
    int kept_ = 0;
    int picks_ = 1; ///< picks between two clock checks
    int runs_ = 0;  ///< runs of the dispatcher that counted as picks since the last clock check
};

} // namespace tollgate::fiber::detail
