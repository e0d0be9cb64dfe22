// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/outcome.hpp>

#include <chrono>
#include <concepts>

namespace tollgate::sleep {

/// A sleeper is an object in which one thread at a time sleeps. Any thread may wake the sleeping
/// thread. Sleepers are `parker`, `precise_parker`, `adaptive_parker` and `eventfd_sleeper`.
///
/// - `wake()` leaves one permit. Until a sleep has taken this permit, further calls of `wake()` add
///   no permit. If a thread sleeps, its sleep takes the permit, and returns `woken` at once.
///   Otherwise the next sleep takes the permit, and returns `woken` at once. So no wake is lost.
/// - `sleep_until(deadline)` returns `woken` if the call took a permit, and otherwise returns
///   `timeout`, at the deadline or later. There are no spurious returns, and signals do not end a
///   sleep. If the deadline is in the past, the call only takes the permit, if there is a permit.
///   `time_point::max()` means no deadline.
/// - `sleep_for(time)` sleeps until the deadline now + `time`. A time of zero or less means a
///   deadline in the past. A time that is too long for the clock means no deadline.
///
/// The clock stands still while the machine is suspended (CLOCK_MONOTONIC on Linux).
///
/// - *Threads*: one thread at a time may sleep in the sleeper. Any thread may call `wake()`.
/// - *Memory order*: a sleep that returns `woken` sees the writes before the `wake()` that ended
///   the sleep. For each earlier `wake()`, the sleep also sees the writes before that `wake()`.
template <class Sleeper>
concept sleeper = requires(Sleeper& place, std::chrono::steady_clock::time_point deadline,
                           std::chrono::nanoseconds time) {
    { place.sleep_until(deadline) } -> std::same_as<outcome>;
    { place.sleep_for(time) } -> std::same_as<outcome>;
    place.wake();
};

} // namespace tollgate::sleep
