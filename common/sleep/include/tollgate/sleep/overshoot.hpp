// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <concepts>

namespace tollgate::sleep {

/// A policy of a parker for sleeps with a deadline. The kernel wakes threads late, so a thread may
/// end its sleep with a spin. To *park* is to sleep in the kernel. The policy chooses the moment
/// until which the thread parks. After this moment, the thread spins until the deadline.
///
/// - `park_until(deadline, now)` returns the moment until which the thread parks, at most
///   `deadline`. If this moment is not after `now`, the thread does not park. The parker does not
///   call the function for a deadline that has passed.
/// - `learn(lateness)` takes the time from the result of `park_until` until the thread ran again.
///   The parker calls the function only for sleeps without a wake.
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
