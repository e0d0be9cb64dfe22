// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "condvar_sleeper.hpp"

#include <tollgate/sleep/adaptive_parker.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <chrono>

namespace tollgate::sleep_test {

// Ways in which one thread waits for a wake-up by another thread. `wait()` returns when a permit is
// there, and takes it. `wake()` leaves a permit. After `wait()`, the thread sees what the other
// thread wrote before `wake()`.

/// A waiter that spins for a fixed time, and then sleeps in a parker. Without a spin time, the
/// waiter is a parker: an exchange, and FUTEX_WAIT.
class fixed_spin_waiter {
public:
    using clock = std::chrono::steady_clock;

    explicit fixed_spin_waiter(std::chrono::microseconds spin_time) : spin_time_(spin_time) {}

    void wait() {
        if (spin_time_ > spin_time_.zero()) {
            spin();
        }
        parker_.sleep();
    }
    void wake() { parker_.wake(); }

private:
    /// A clock reading costs about as much as a spin.
    static constexpr int spins_per_clock_reading = 4;

    void spin() {
        const clock::time_point end = clock::now() + spin_time_;
        do {
            for (int i = 0; i < spins_per_clock_reading; ++i) {
                if (parker_.permit_is_there()) {
                    return;
                }
                sleep::relax();
            }
        } while (clock::now() < end);
    }

    std::chrono::microseconds spin_time_;
    sleep::parker parker_;
};

/// A waiter that waits like a thread with Tollgate's fibers: it spins as sleep::adaptive_spin says,
/// and then sleeps in a parker.
class adaptive_waiter {
public:
    void wait() { parker_.sleep_until(std::chrono::steady_clock::time_point::max()); }
    void wake() { parker_.wake(); }

private:
    sleep::adaptive_parker parker_;
};

/// A waiter with std::atomic::wait. The library's wait polls for a while before it sleeps.
class atomic_wait_waiter {
public:
    void wait() {
        while (permit_.load(std::memory_order_acquire) == 0) {
            permit_.wait(0, std::memory_order_acquire);
        }
        permit_.store(0, std::memory_order_relaxed);
    }
    void wake() {
        // Sequentially consistent, because libstdc++ 12 then checks for waiters with a plain load.
        // That load may pass a release store, and miss the waiter.
        permit_.store(1, std::memory_order_seq_cst);
        permit_.notify_one();
    }

private:
    std::atomic<int> permit_{0};
};

/// A waiter with a mutex and a condition variable.
class condvar_waiter {
public:
    void wait() { sleeper_.sleep_until(condvar_sleeper::clock::time_point::max()); }
    void wake() { sleeper_.wake(); }

private:
    condvar_sleeper sleeper_;
};

} // namespace tollgate::sleep_test
