// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/race_detector.hpp>

#include <atomic>

namespace tollgate::sleep {

/// A mutex of one byte, for critical sections of some nanoseconds. Inside such a section, the
/// thread must not wait, and must not call unknown code such as a callback.
///
///     tollgate::sleep::brief_lock mutex;
///     mutex.lock(); // or std::lock_guard lock(mutex);
///     mutex.unlock();
///
/// - *Threads*: any, but a thread must not lock a mutex that the thread already holds. The mutex is
///   not fair: a waiting thread may get the mutex after threads that came later. Do not hold the
///   mutex for long. An unlock wakes no thread, so a waiting thread may notice the unlock up to 50
///   µs late.
/// - *Memory order*: an unlock releases, and the next lock acquires.
/// - *Lifetime*: the thread that was the last to lock and unlock the mutex may destroy the mutex.
/// - *Cost*: one exchange to lock and one plain store to unlock. A std::mutex needs two exchanges.
///   The difference matters in objects that live briefly and contain little else.
class brief_lock {
public:
    constexpr brief_lock() noexcept = default;
    brief_lock(const brief_lock&) = delete;
    brief_lock& operator=(const brief_lock&) = delete;

    /// Locks the mutex. Waits until no other thread holds the mutex: the caller first spins, then
    /// yields, and then sleeps for 50 µs at a time. So a holder that lost its CPU gets the CPU
    /// back, even if the holder has a lower priority than the caller.
    void lock() noexcept {
        if (locked_.exchange(true, std::memory_order_acquire)) [[unlikely]] {
            lock_slowly();
            race_detector::acquires(&locked_);
        }
    }
    /// Unlocks the mutex, and wakes no thread.
    void unlock() noexcept { locked_.store(false, std::memory_order_release); }
    /// Returns whether a thread holds the mutex at this moment.
    [[nodiscard]] bool is_locked() const noexcept {
        return locked_.load(std::memory_order_relaxed);
    }

private:
    void lock_slowly() noexcept;

    std::atomic<bool> locked_{false};
};

} // namespace tollgate::sleep
