// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/outcome.hpp>

#include <chrono>
#include <concepts>

namespace tollgate::sleep {

/// A place in which one thread at a time sleeps, and which any thread wakes: `parker`,
/// `precise_parker`, `eventfd_sleeper`.
///
/// - `wake()` leaves one permit, however often it is called before the permit is taken. A sleep
///   that finds the permit takes it and returns `woken` without sleeping: a wake before the sleep
///   is not lost.
/// - `sleep_until(deadline)` returns `woken` exactly if it took a permit, and otherwise `timeout`,
///   never before the deadline. There are no spurious returns, and signals do not end a sleep. With
///   a deadline in the past it only checks for the permit. `time_point::max()` is no deadline.
/// - `sleep_for(time)` sleeps until `time` from now on. Zero and less is a deadline in the past; a
///   time that is too long for the clock is no deadline.
///
/// The clock stands still while the machine is suspended (CLOCK_MONOTONIC on Linux).
///
/// - *Threads*: one thread at a time sleeps; any thread wakes.
/// - *Memory order*: a sleep that returns `woken` sees the writes before every `wake()` that came
///   before the sleep or ended it.
template <class Sleeper>
concept sleeper = requires(Sleeper& place, std::chrono::steady_clock::time_point deadline,
                           std::chrono::nanoseconds time) {
    { place.sleep_until(deadline) } -> std::same_as<outcome>;
    { place.sleep_for(time) } -> std::same_as<outcome>;
    place.wake();
};

} // namespace tollgate::sleep
