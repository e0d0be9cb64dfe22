// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/race_detector.hpp>

#include <atomic>

namespace tollgate::sleep {

/// A mutex of one byte for critical sections of some nanoseconds, in which nobody waits and no
/// foreign code runs. It goes with std::lock_guard and std::unique_lock. Whoever has locked and
/// unlocked it last may destroy it.
///
/// Threads: any, but none that holds it already. Memory order: an unlock releases, the lock after
/// it acquires.
///
/// Cost: one exchange to lock and a plain store to unlock, where a std::mutex needs two exchanges:
/// worth it in objects that live so briefly that they consist of little else. Who finds it taken
/// spins, then yields, then sleeps for 50 µs at a time, so that a holder that lost its CPU gets it
/// back whatever its priority.
///
/// It is not fair, and not for holders that take their time: nobody is woken by an unlock, and who
/// waits for long notices it up to 50 µs too late.
class brief_lock {
public:
    constexpr brief_lock() noexcept = default;
    brief_lock(const brief_lock&) = delete;
    brief_lock& operator=(const brief_lock&) = delete;

    void lock() noexcept {
        if (taken_.exchange(true, std::memory_order_acquire)) [[unlikely]] {
            lock_patiently();
            race_detector::acquires(&taken_);
        }
    }
    void unlock() noexcept { taken_.store(false, std::memory_order_release); }

private:
    void lock_patiently() noexcept;

    std::atomic<bool> taken_{false};
};

} // namespace tollgate::sleep
