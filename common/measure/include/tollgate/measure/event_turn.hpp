// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tollgate::measure {

/// How one thread of a pair, which is about to wait, lets the other one, which is to end the wait,
/// know: given before each wait and taken before each end. A turn that is given twice before it is
/// taken is one turn. Giving publishes what was written before. It is built of the standard's parts
/// alone, so that no case is measured with the parker's help.
class event_turn {
public:
    void give() noexcept {
        {
            const std::lock_guard lock(mutex_);
            given_.store(true, std::memory_order_release);
        }
        changed_.notify_one();
    }

    /// Spins where the taker has a CPU for itself, so that it need not be woken for each event.
    /// Otherwise it sleeps, and then lets the giver, on the same CPU, begin its wait.
    void take(bool spins) noexcept {
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

    /// The exchange acquires what the last giver wrote, also if the turn was given twice.
    bool take_if_given() noexcept {
        return given_.load(std::memory_order_relaxed) &&
               given_.exchange(false, std::memory_order_acquire);
    }

    std::mutex mutex_; ///< held while the turn is given, so that a taker who falls asleep sees it
    std::condition_variable changed_;
    std::atomic<bool> given_{false};
};

/// Spins, so that the thread runs when the moment has come.
inline void spin_until(std::chrono::steady_clock::time_point moment) noexcept {
    while (std::chrono::steady_clock::now() < moment) {
        sleep::relax();
    }
}

/// Stores of who brings an event about are over so long after them, and no part of the event.
inline constexpr std::chrono::microseconds time_to_publish{5};

} // namespace tollgate::measure
