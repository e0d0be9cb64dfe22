// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>

namespace tollgate::sleep {

/// Overshoot policy: parks until a tail before the deadline and spins through the tail. The tail is
/// learned: it is as long as parked sleepers have been late, a moving mean and four times its
/// moving mean deviation, as TCP estimates when an answer is overdue (Jacobson, "Congestion
/// avoidance and control", 1988), and never longer than the limit. The limit bounds what a sleep
/// can cost in CPU time, and what a sleeper that was once very late learns from it.
///
/// Sleeps that are shorter than the tail do not park and teach nothing; each of them shortens the
/// tail a little, until one parks again or the tail is down to 5 µs, which is not worth parking
/// for.
///
/// On a machine with as many busy threads as CPUs the tail takes time from the others, perhaps from
/// the waker.
class park_then_spin {
public:
    using nanoseconds = std::chrono::nanoseconds;
    using time_point = std::chrono::steady_clock::time_point;

    static constexpr nanoseconds default_limit = std::chrono::milliseconds(1);

    explicit park_then_spin(nanoseconds limit = default_limit) noexcept
        : limit_((std::max)(limit, nanoseconds(0))) {}

    [[nodiscard]] nanoseconds tail() const noexcept {
        return (std::min)(mean_ + 4 * deviation_, limit_);
    }

    time_point park_until(time_point deadline, time_point now) noexcept {
        const time_point until = deadline - tail();
        if (until <= now) {
            mean_ -= mean_ / forgetting;
            deviation_ -= deviation_ / forgetting;
        }
        return until;
    }

    void learn(nanoseconds lateness) noexcept {
        const nanoseconds off = (std::min)(lateness, limit_) - mean_;
        mean_ += off / 8;
        deviation_ += (std::chrono::abs(off) - deviation_) / 4;
    }

private:
    /// 700 short sleeps halve the tail: an outlier is forgotten within a second of them, and few
    /// sleeps are late for the sake of learning.
    static constexpr int forgetting = 1024;

    nanoseconds limit_;
    // The first guess is long: the default timer slack of Linux and as much again for the wake-up.
    nanoseconds mean_{std::chrono::microseconds(100)};
    nanoseconds deviation_{std::chrono::microseconds(25)};
};

} // namespace tollgate::sleep
