// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>

namespace tollgate::sleep {

/// Overshoot policy: parks until a tail before the deadline, and spins through the tail. The tail
/// is as long as parked sleepers have been late, which it learns, and never longer than a maximum.
///
///     using namespace tollgate::sleep;
///     park_then_spin policy(std::chrono::microseconds(200)); // spins for 200 µs at most
///     // basic_parker<park_then_spin> parker(policy);
///
/// - *Threads*: the sleeping thread.
/// - *Cost*: CPU time for the tail. On a machine with as many busy threads as CPUs the tail takes
///   that time from other threads, perhaps from the waker.
class park_then_spin {
public:
    /// The unit of all times.
    using nanoseconds = std::chrono::nanoseconds;
    /// A moment of the sleepers' clock.
    using time_point = std::chrono::steady_clock::time_point;

    /// The maximum of the tail, unless you give another.
    static constexpr nanoseconds default_limit = std::chrono::milliseconds(1);

    /// `limit` is the maximum of the tail; negative means zero.
    explicit park_then_spin(nanoseconds limit = default_limit) noexcept
        : limit_((std::max)(limit, nanoseconds(0))) {}

    /// The length of the tail now.
    [[nodiscard]] nanoseconds tail() const noexcept {
        return (std::min)(mean_ + 4 * deviation_, limit_);
    }

    /// A tail before the deadline. If that is not after `now`, the tail shrinks a little.
    time_point park_until(time_point deadline, time_point now) noexcept {
        const time_point until = deadline - tail();
        if (until <= now) {
            mean_ -= mean_ / forgetting;
            deviation_ -= deviation_ / forgetting;
        }
        return until;
    }

    /// Tells how late a parked sleep was.
    void learn(nanoseconds lateness) noexcept {
        const nanoseconds off = (std::min)(lateness, limit_) - mean_;
        mean_ += off / 8;
        deviation_ += (std::chrono::abs(off) - deviation_) / 4;
    }

private:
    /// 700 short sleeps halve the tail: a second of short sleeps forgets an outlier, and few sleeps
    /// are late in order to learn.
    static constexpr int forgetting = 1024;

    nanoseconds limit_;
    // The first guess is long: the default timer slack of Linux, and as much for the wake-up.
    nanoseconds mean_{std::chrono::microseconds(100)};
    nanoseconds deviation_{std::chrono::microseconds(25)};
};

// Design: the tail is a moving mean and four times its moving mean deviation, as TCP estimates when
// an answer is overdue (Jacobson, "Congestion avoidance and control", 1988). The maximum bounds
// what a sleep costs in CPU time, and what a sleeper that was once very late learns from it.
//
// Sleeps that are shorter than the tail do not park and teach nothing. Each of them shortens the
// tail a little, until a sleep parks again or the tail is down to 5 µs, for which parking is not
// worth the cost.

} // namespace tollgate::sleep
