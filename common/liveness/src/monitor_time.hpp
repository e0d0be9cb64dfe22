// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace tollgate::liveness::detail {

/// The time that the monitor counts: the sum of the times between scans. A scan that is late counts
/// only the time that the monitor had planned to sleep. Late is more than 3/8 of a period after the
/// plan. Belongs to the thread that scans. README.md derives the bound of timeout + 2 periods.
class monitor_time {
public:
    using nanoseconds = std::chrono::nanoseconds;
    using time_point = std::chrono::steady_clock::time_point;

    /// The sum up to a scan at `now`. A clock that goes back counts as standing still.
    nanoseconds advance(time_point now, nanoseconds period) noexcept {
        if (scans_++ == 0) {
            began_ = last_ = planned_ = now;
            return counted_;
        }
        nanoseconds passed = between(last_, now);
        if (passed > planned_ - last_ + period * 3 / 8) {
            passed = planned_ - last_;
            ++late_;
        }
        last_ = std::max(now, last_);
        return counted_ += passed;
    }

    /// The time to sleep until the next scan: a period, or less if a deadline comes earlier. It is
    /// at least 1/8 of a period, so that many deadlines do not keep the monitor busy.
    nanoseconds plan(nanoseconds next_due, nanoseconds period) noexcept {
        const nanoseconds gap = std::clamp(next_due - counted_, period / 8, period);
        planned_ = last_ > time_point::max() - gap ? time_point::max() : last_ + gap;
        return gap;
    }

    /// The time since the first scan, with the time that was not counted.
    [[nodiscard]] nanoseconds since_began() const noexcept { return between(began_, last_); }
    [[nodiscard]] std::uint64_t scans() const noexcept { return scans_; }
    [[nodiscard]] std::uint64_t late() const noexcept { return late_; }

private:
    /// Zero if the clock goes back. A clock that the owner sets may go from the first moment to the
    /// last one: nanoseconds cannot hold that difference.
    static nanoseconds between(time_point from, time_point to) noexcept {
        if (to <= from) {
            return nanoseconds(0);
        }
        const auto count = static_cast<std::uint64_t>(to.time_since_epoch().count()) -
                           static_cast<std::uint64_t>(from.time_since_epoch().count());
        constexpr auto longest = static_cast<std::uint64_t>(nanoseconds::max().count());
        return nanoseconds(static_cast<std::int64_t>(std::min(count, longest)));
    }

    time_point began_;
    time_point last_;
    time_point planned_;
    nanoseconds counted_{0};
    std::uint64_t scans_ = 0;
    std::uint64_t late_ = 0;
};

} // namespace tollgate::liveness::detail
