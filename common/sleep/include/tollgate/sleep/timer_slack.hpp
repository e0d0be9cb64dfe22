// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <thread>

namespace tollgate::sleep {

/// A guard that sets the timer slack of the calling thread while it exists: by how much the kernel
/// may delay the thread's timeouts in order to serve several with one interrupt.
///
///     const tollgate::sleep::timer_slack punctual(std::chrono::nanoseconds(1));
///     std::this_thread::sleep_for(std::chrono::milliseconds(2));
///
/// The default is 50 µs. 1 ns makes sleeps as punctual as the machine can, at the price of more
/// interrupts. Real-time threads have no slack.
///
/// - *Threads*: the thread that created the guard must destroy it. Guards nest. Threads that start
///   meanwhile inherit the slack, and keep it.
/// - *Exceptions*: std::invalid_argument for less than 1 ns (0 is the default to the kernel) or
/// more
///   than an int of nanoseconds, some 2 s, which is all the kernel can return. std::system_error if
///   the system refuses, or knows no slack (ENOTSUP).
/// - *Cost*: two system calls, and one at the end.
class timer_slack {
public:
    /// Sets the slack of the calling thread.
    explicit timer_slack(std::chrono::nanoseconds slack);
    /// Restores the slack from before.
    ~timer_slack();
    timer_slack(const timer_slack&) = delete;
    timer_slack& operator=(const timer_slack&) = delete;

    /// The slack of the calling thread now. Throws std::system_error.
    [[nodiscard]] static std::chrono::nanoseconds current();

private:
    std::chrono::nanoseconds before_;
    std::thread::id owner_;
};

} // namespace tollgate::sleep
