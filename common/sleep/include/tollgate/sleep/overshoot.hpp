// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <concepts>

namespace tollgate::sleep {

/// What to do about a kernel that wakes sleepers late: until when to park, and from there on to
/// spin. Belongs to the sleeping thread; no call is concurrent with another.
///
/// - `park_until(deadline, now)`: at most `deadline`; whatever is not after `now` means not to
///   park. Not asked for a deadline that has passed.
/// - `learn(lateness)`: so long after the time that `park_until` had named the sleeper was running
///   again; only of sleeps that nobody woke.
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
