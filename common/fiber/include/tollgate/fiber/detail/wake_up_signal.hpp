// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/adaptive_spin.hpp>
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <chrono>

namespace tollgate::fiber::detail {

/// Wakes a thread that has no fiber to run: a parker, before which the thread spins for a while if
/// spinning has helped. Then the answer of another CPU's fiber arrives without a system call on
/// either side. The spin time is learnt from the sleeps, as queues do, see sleep::adaptive_spin. It
/// is zero while the notifying thread runs on the same CPU.
///
/// - *Threads*: any thread may notify; the other calls are for the waiting thread.
/// - *Memory order*: what was written before `notify` is visible after the call that consumed the
///   notification.
class wake_up_signal {
    using clock = std::chrono::steady_clock;

public:
    void notify() noexcept;

    [[nodiscard]] bool is_notified() const noexcept { return parker_.permit_is_there(); }

    /// Consumes a notification. False if there is none.
    bool consume() noexcept { return parker_.take_permit(); }

    /// Waits for a notification, and consumes it, or until the deadline. False if the thread spun
    /// and did not sleep.
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
