// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/outcome.hpp>

#include <chrono>
#include <concepts>

namespace tollgate::sleep {

/// Something that one thread at a time sleeps in and any thread wakes.
///
/// - `wake()` leaves one permit, however often it is called before the permit is taken. A sleep
///   that finds the permit takes it and returns `woken` without sleeping: a wake before the sleep
///   is not lost.
/// - `sleep_until(deadline)` returns `woken` exactly if it took a permit, and otherwise `timeout`,
///   never before the deadline: there are no spurious returns, and signals do not end a sleep. A
///   deadline in the past only asks for the permit; `time_point::max()` is none at all.
/// - `sleep_for(time)` is a deadline from now on; nothing and less is one in the past, and what is
///   too much for the clock is none.
/// - What a thread wrote before its `wake()` is visible to the sleeper once a sleep that began
///   after it, or was ended by it, has returned `woken`.
///
/// The clock stands still while the machine is suspended (CLOCK_MONOTONIC on Linux).
template <class Sleeper>
concept sleeper = requires(Sleeper& one, std::chrono::steady_clock::time_point deadline,
                           std::chrono::nanoseconds time) {
    { one.sleep_until(deadline) } -> std::same_as<outcome>;
    { one.sleep_for(time) } -> std::same_as<outcome>;
    one.wake();
};

} // namespace tollgate::sleep
