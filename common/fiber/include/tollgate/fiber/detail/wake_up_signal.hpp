// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/adaptive_spin.hpp>
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <chrono>

namespace tollgate::fiber::detail {

/// A signal by which other threads wake a thread that has no fiber to run. The signal is a parker.
/// Before the thread sleeps in the parker, the thread spins for a while if spinning has helped
/// before. If a fiber on another CPU answers during the spin, neither thread makes a system call.
/// The class learns the spin time from earlier waits, as queues do (sleep::adaptive_spin). The
/// spin time is zero while the notifying thread runs on the same CPU.
///
/// - *Threads*: any thread may call `notify`. Only the waiting thread may call the other functions.
/// - *Memory order*: after a call that consumes a notification, the thread sees everything that was
///   written before `notify`.
class wake_up_signal {
    using clock = std::chrono::steady_clock;

public:
    void notify() noexcept;

    [[nodiscard]] bool is_notified() const noexcept { return parker_.permit_is_there(); }

    /// Consumes a notification. Returns false if there is no notification.
    bool consume() noexcept { return parker_.take_permit(); }

    /// Waits until there is a notification, and consumes it, or waits until the deadline. Returns
    /// whether the thread slept. A thread that is notified while it spins does not sleep.
    bool wait_until(clock::time_point deadline) noexcept;

private:
    bool spin() noexcept;
    void learn(clock::time_point began) noexcept;

    struct stamp {
        std::atomic<int> cpu{-1};
        std::atomic<clock::duration> time{clock::duration::zero()};
    };

    sleep::parker parker_;
    stamp notified_;
    sleep::adaptive_spin spin_;
};

} // namespace tollgate::fiber::detail
