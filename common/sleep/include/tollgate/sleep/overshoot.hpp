// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <concepts>

namespace tollgate::sleep {

/// A policy about a kernel that wakes sleepers late: until when to park, and from then on to spin.
///
/// - `park_until(deadline, now)` returns until when to park: at most `deadline`. A moment that is
///   not after `now` means not to park. It is not called for a deadline that has passed.
/// - `learn(lateness)` tells how long after the result of `park_until` the thread ran again. It is
///   called only for sleeps that nobody woke.
///
/// - *Threads*: the sleeping thread; calls are never concurrent.
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
