// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tollgate::measure {

/// A binary semaphore between the two threads of an event: a sleeper, and the waker that ends the
/// sleep.
///
/// The sleeper calls `notify` before each sleep. The waker calls `wait`, and then ends the sleep.
/// Two calls of `notify` before a `wait` count as one call.
///
/// - *Threads*: one thread calls `notify`, and another thread calls `wait`.
/// - *Memory order*: writes before `notify` are visible after `wait`.
class event_signal {
public:
    /// Signals to the waker that the sleeper is about to sleep.
    void notify() noexcept {
        {
            const std::lock_guard lock(mutex_);
            given_.store(true, std::memory_order_release);
        }
        changed_.notify_one();
    }

    /// Waits for a `notify`. Set `spins` if the waker has its own CPU: the waker then spins, and
    /// need not be woken for each event. Otherwise the waker sleeps until the `notify`. Then the
    /// waker sleeps a little longer, so that the sleeper on the same CPU can begin its sleep.
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

    // Design: the class uses only the standard library, and not the parker. Otherwise the parker
    // would help to measure the cases of the parker.

    /// Takes the signal if there is one. The exchange acquires the writes before the last `notify`,
    /// even after two calls of `notify`.
    bool take_if_given() noexcept {
        return given_.load(std::memory_order_relaxed) &&
               given_.exchange(false, std::memory_order_acquire);
    }

    /// Held during the store of `given_`, so that a waker that is falling asleep sees the store.
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<bool> given_{false};
};

/// Spins until this moment, so that the thread is running at this moment.
inline void spin_until(std::chrono::steady_clock::time_point moment) noexcept {
    while (std::chrono::steady_clock::now() < moment) {
        sleep::relax();
    }
}

/// A time in which stores surely become visible to other CPUs. The thread that causes an event
/// makes no stores for this time before the event. So the measured time does not contain a wait
/// until earlier stores are visible.
inline constexpr std::chrono::microseconds time_to_publish{5};

} // namespace tollgate::measure
