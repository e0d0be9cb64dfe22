// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

namespace tollgate::sleep {

/// A policy for the parameter `Overshoot` of `basic_parker`. With this policy, a thread never
/// sleeps in the kernel if its sleep has a deadline: the thread only spins. So the lateness is the
/// least possible, one or two clock readings. The thread also sees a wake earlier than with any
/// other policy. Without a deadline, the thread sleeps in the kernel.
///
/// - *Threads*: only the sleeping thread calls these functions.
/// - *Cost*: a whole CPU during a sleep with a deadline.
struct spin {
    /// A moment of the sleepers' clock.
    using time_point = std::chrono::steady_clock::time_point;

    /// Returns `now`: the thread does not sleep in the kernel.
    static time_point park_until(time_point /*deadline*/, time_point now) noexcept { return now; }
    /// Does nothing.
    static void learn(std::chrono::nanoseconds /*lateness*/) noexcept {}
};

} // namespace tollgate::sleep
