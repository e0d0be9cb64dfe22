// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>

namespace tollgate::sleep {

/// An `overshoot` policy that spins for the last part of a sleep, the *tail*. The thread sleeps in
/// the kernel (parks) until the beginning of the tail, and then spins until the deadline. The
/// policy learns the length of the tail from the lateness of earlier parks. The tail is never
/// longer than a maximum.
///
///     using namespace tollgate::sleep;
///     park_then_spin policy(std::chrono::microseconds(200)); // spins for 200 µs at most
///     // basic_parker<park_then_spin> parker(policy);
///
/// - *Threads*: the sleeping thread.
/// - *Cost*: CPU time during the tail. If all CPUs are busy, the tail takes this CPU time from
///   other threads, perhaps from the waking thread.
class park_then_spin {
public:
    /// The unit of all times.
    using nanoseconds = std::chrono::nanoseconds;
    /// A moment of the sleepers' clock.
    using time_point = std::chrono::steady_clock::time_point;

    /// The default maximum of the tail.
    static constexpr nanoseconds default_limit = std::chrono::milliseconds(1);

    /// `limit` is the maximum of the tail. A negative `limit` means zero.
    explicit park_then_spin(nanoseconds limit = default_limit) noexcept
        : limit_((std::max)(limit, nanoseconds(0))) {}

    /// The present length of the tail.
    [[nodiscard]] nanoseconds tail() const noexcept {
        return (std::min)(mean_ + 4 * deviation_, limit_);
    }

    /// Returns the beginning of the tail: the deadline minus the tail. If the beginning is not
    /// after `now`, the function makes the tail a little shorter for the next sleeps.
    time_point park_until(time_point deadline, time_point now) noexcept {
        const time_point until = deadline - tail();
        if (until <= now) {
            mean_ -= mean_ / forgetting;
            deviation_ -= deviation_ / forgetting;
        }
        return until;
    }

    /// Learns the lateness of a park.
    void learn(nanoseconds lateness) noexcept {
        const nanoseconds off = (std::min)(lateness, limit_) - mean_;
        mean_ += off / 8;
        deviation_ += (std::chrono::abs(off) - deviation_) / 4;
    }

private:
    /// Each sleep that is shorter than the tail shortens the tail by 1/1024. So 700 short sleeps
    /// halve the tail, and a second of short sleeps removes the effect of an outlier. The tail
    /// shrinks slowly, so that only few sleeps are late before the policy learns again.
    static constexpr int forgetting = 1024;

    nanoseconds limit_;
    // The first guess is long: 50 µs for the default timer slack of Linux, and 50 µs for the
    // wake-up.
    nanoseconds mean_{std::chrono::microseconds(100)};
    nanoseconds deviation_{std::chrono::microseconds(25)};
};

// Design: the tail is the sum of a moving mean of the lateness and four times the moving mean
// deviation. TCP estimates its timeout for an answer in the same way (Jacobson, "Congestion
// avoidance and control", 1988). The maximum limits the CPU time of a sleep. The maximum also
// limits the effect of a single very late sleep on the tail.
//
// A sleep that is shorter than the tail does not park, so the policy learns no lateness from this
// sleep. Each of these sleeps shortens the tail a little. The tail becomes shorter until a sleep
// parks again, or until the tail is 5 µs long. A park for less than 5 µs is not worth its cost.

} // namespace tollgate::sleep
