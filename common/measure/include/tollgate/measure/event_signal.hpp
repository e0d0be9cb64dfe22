// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tollgate::measure {

/// A binary semaphore between the two threads of an event.
///
/// The thread that is about to wait calls `notify` before each wait. The other thread calls `wait`
/// before it ends the wait. Two `notify` before a `wait` count once.
///
/// - *Threads*: one gives, another one takes.
/// - *Memory order*: what was written before `notify` is visible after `wait`.
class event_signal {
public:
    /// Tells the other thread that this thread is about to wait.
    void notify() noexcept {
        {
            const std::lock_guard lock(mutex_);
            given_.store(true, std::memory_order_release);
        }
        changed_.notify_one();
    }

    /// Waits for a `notify`. It spins if the thread has a CPU for itself, so that it need not be
    /// woken for each event. Otherwise it sleeps, and then lets the giver, on the same CPU, begin
    /// its wait.
    void wait(bool spins) noexcept {
        if (!spins) {
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [this] { return take_if_given(); });
            }
            std::this_thread::sleep_for(falling_asleep);
            return;
        }
        while (!take_if_given()) {
            sleep::relax();
        }
    }

private:
    static constexpr std::chrono::microseconds falling_asleep{20};

    // Design: the class uses the standard library alone, so that no measured case is helped by the
    // parker that it measures.

    /// The exchange acquires what the last giver wrote, even after two `notify`.
    bool take_if_given() noexcept {
        return given_.load(std::memory_order_relaxed) &&
               given_.exchange(false, std::memory_order_acquire);
    }

    std::mutex mutex_; ///< held during the store, so that a taker who falls asleep sees it
    std::condition_variable changed_;
    std::atomic<bool> given_{false};
};

/// Spins until this moment, so that the thread is running when the moment comes.
inline void spin_until(std::chrono::steady_clock::time_point moment) noexcept {
    while (std::chrono::steady_clock::now() < moment) {
        sleep::relax();
    }
}

/// The time in which stores surely become visible. The thread that causes an event stores nothing
/// for this long before it, so that publishing the stores is no part of the event.
inline constexpr std::chrono::microseconds time_to_publish{5};

} // namespace tollgate::measure
