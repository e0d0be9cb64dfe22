// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <thread>

namespace tollgate::sleep {

/// A guard that sets the timer slack of the calling thread while the guard exists. The timer slack
/// is the time by which the kernel may delay the thread's timeouts. With this delay, the kernel can
/// serve several timeouts with one interrupt.
///
///     const tollgate::sleep::timer_slack punctual(std::chrono::nanoseconds(1));
///     std::this_thread::sleep_for(std::chrono::milliseconds(2));
///
/// The default slack is 50 µs. With a slack of 1 ns, sleeps are as punctual as the machine allows,
/// but cause more interrupts. Real-time threads have no slack.
///
/// - *Threads*: the thread that created the guard must destroy it. Guards may nest. If the thread
///   starts another thread while the guard exists, the new thread inherits the slack. The new
///   thread keeps this slack after the end of the guard.
/// - *Exceptions*: the constructor throws std::invalid_argument if the slack is below 1 ns, because
///   0 means the default slack to the kernel. The constructor also throws std::invalid_argument if
///   the slack is above about 2 s, because the kernel returns the old slack as an int of
///   nanoseconds. The constructor throws std::system_error if the system refuses the call, or has
///   no timer slack (ENOTSUP).
/// - *Cost*: two system calls in the constructor, and one system call in the destructor.
class timer_slack {
public:
    /// Sets the slack of the calling thread.
    explicit timer_slack(std::chrono::nanoseconds slack);
    /// Restores the previous slack.
    ~timer_slack();
    timer_slack(const timer_slack&) = delete;
    timer_slack& operator=(const timer_slack&) = delete;

    /// Returns the present slack of the calling thread. Throws std::system_error.
    [[nodiscard]] static std::chrono::nanoseconds current();

private:
    std::chrono::nanoseconds before_;
    std::thread::id owner_;
};

} // namespace tollgate::sleep
