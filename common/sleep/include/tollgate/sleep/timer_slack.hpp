// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <thread>

namespace tollgate::sleep {

/// Sets the timer slack of the calling thread while it lives, and gives the thread back what it
/// had: by how much the kernel may delay the thread's timeouts in order to serve several with one
/// interrupt. 50 µs by default; 1 ns makes sleeps as punctual as the machine can, at the price of
/// interrupts that might have been shared. Real-time threads have none.
///
/// Threads: concerns the thread that made it, which must also destroy it; guards nest. Threads
/// started meanwhile are born with the slack, and keep it. Cost: two system calls, one at the end.
///
/// Throws std::invalid_argument for less than 1 ns (0 would mean "the default" to the kernel) or
/// more than an int of nanoseconds (some 2 s: what the kernel can tell again), std::system_error
/// where the system refuses or knows no slack (ENOTSUP).
class timer_slack {
public:
    explicit timer_slack(std::chrono::nanoseconds slack);
    ~timer_slack();
    timer_slack(const timer_slack&) = delete;
    timer_slack& operator=(const timer_slack&) = delete;

    /// That of the calling thread now. Throws std::system_error.
    [[nodiscard]] static std::chrono::nanoseconds current();

private:
    std::chrono::nanoseconds before_;
    std::thread::id owner_;
};

} // namespace tollgate::sleep
