// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <concepts>

namespace tollgate::sleep {

/// A policy of a parker for sleeps with a deadline. To *park* is to sleep in the kernel. The kernel
/// ends a park late: the *overshoot*. So a thread may park for a shorter time, and spin for the
/// rest of the sleep. The policy chooses the moment until which the thread parks. After this
/// moment, the thread spins until the deadline.
///
/// - `park_until(deadline, now)` returns the moment until which the thread parks, at most
///   `deadline`. If this moment is not after `now`, the thread does not park. The parker does not
///   call the function for a deadline that has passed.
/// - `learn(lateness)` takes the time from the result of `park_until` until the thread ran again.
///   The parker calls the function only after a park that no wake ended.
///
/// - *Threads*: only the sleeping thread calls the functions, so calls are never concurrent.
template <class Policy>
concept overshoot = std::movable<Policy> &&
    requires(Policy& policy, std::chrono::steady_clock::time_point time,
             std::chrono::nanoseconds lateness) {
    { policy.park_until(time, time) }
    noexcept->std::same_as<decltype(time)>;
    { policy.learn(lateness) }
    noexcept;
};

} // namespace tollgate::sleep
