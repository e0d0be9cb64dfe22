// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace tollgate::liveness::detail {

/// The time that a monitor holds against others: what passes from one look to the next, but no more
/// than it had planned to sleep, if it comes by three eighths of a period later than that. Belongs
/// to whoever looks.
///
/// With looks that are later by three eighths at most, a scope that stands still from just after
/// one is seen to do so 11/8 of a period later, and is due then or, because of the shortest gap,
/// 1/8 later, and seen 3/8 after that: 15/8, and no more than two periods beyond its timeout.
class monitor_time {
public:
    using nanoseconds = std::chrono::nanoseconds;
    using time_point = std::chrono::steady_clock::time_point;

    /// The sum up to a look at `now`. A clock that goes back stands still.
    nanoseconds advance(time_point now, nanoseconds period) noexcept {
        if (looks_++ == 0) {
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

    /// How long to sleep until the next look: a period, or less if somebody's time is over before,
    /// but not so much less that a crowd of deadlines keeps the monitor busy.
    nanoseconds plan(nanoseconds next_due, nanoseconds period) noexcept {
        const nanoseconds gap = std::clamp(next_due - counted_, period / 8, period);
        planned_ = last_ > time_point::max() - gap ? time_point::max() : last_ + gap;
        return gap;
    }

    /// Since the first look, whatever was counted of it.
    [[nodiscard]] nanoseconds since_began() const noexcept { return between(began_, last_); }
    [[nodiscard]] std::uint64_t looks() const noexcept { return looks_; }
    [[nodiscard]] std::uint64_t late() const noexcept { return late_; }

private:
    /// Zero if that goes back. A clock that its owner makes up may go from the first moment that
    /// there is to the last one, which is more than nanoseconds have room for.
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
    std::uint64_t looks_ = 0;
    std::uint64_t late_ = 0;
};

} // namespace tollgate::liveness::detail
