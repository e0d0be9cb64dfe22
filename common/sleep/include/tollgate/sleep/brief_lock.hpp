// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/race_detector.hpp>

#include <atomic>

namespace tollgate::sleep {

/// A mutex of one byte for critical sections of some nanoseconds, in which no thread waits and no
/// foreign code runs.
///
///     tollgate::sleep::brief_lock mutex;
///     mutex.lock(); // or std::lock_guard lock(mutex);
///     mutex.unlock();
///
/// - *Threads*: any, but a thread must not lock it twice. It is not fair. Do not hold it for long:
///   an unlock wakes no thread, and a waiting thread may notice it up to 50 µs late.
/// - *Memory order*: an unlock releases; the next lock acquires.
/// - *Lifetime*: the thread that locked and unlocked it last may destroy it.
/// - *Cost*: one exchange to lock and one plain store to unlock, where a std::mutex needs two
///   exchanges. That pays in objects that live briefly and contain little else.
class brief_lock {
public:
    constexpr brief_lock() noexcept = default;
    brief_lock(const brief_lock&) = delete;
    brief_lock& operator=(const brief_lock&) = delete;

    /// Waits until no other thread holds the lock: spins, then yields, then sleeps for 50 µs at a
    /// time. So a holder that lost its CPU gets the CPU back, whatever its priority.
    void lock() noexcept {
        if (locked_.exchange(true, std::memory_order_acquire)) [[unlikely]] {
            lock_slowly();
            race_detector::acquires(&locked_);
        }
    }
    /// Releases the lock; wakes no thread.
    void unlock() noexcept { locked_.store(false, std::memory_order_release); }

private:
    void lock_slowly() noexcept;

    std::atomic<bool> locked_{false};
};

} // namespace tollgate::sleep
