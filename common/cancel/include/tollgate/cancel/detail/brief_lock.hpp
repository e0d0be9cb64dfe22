// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>

namespace tollgate::cancel::detail {

/// A mutex of one byte for critical sections of some nanoseconds, in which nobody waits and no
/// foreign code runs. Whoever has locked and unlocked it last may destroy it.
///
/// Threads: any. Memory order: an unlock releases, the lock after it acquires.
///
/// Cost: one exchange to lock and a plain store to unlock. A std::mutex needs two exchanges, and a
/// token's short life consists of little else. Who finds it taken spins, then yields, then sleeps
/// for 50 µs at a time, so that a holder that lost its CPU gets it back whatever its priority.
class brief_lock {
public:
    constexpr brief_lock() noexcept = default;
    brief_lock(const brief_lock&) = delete;
    brief_lock& operator=(const brief_lock&) = delete;

    void lock() noexcept {
        if (taken_.exchange(true, std::memory_order_acquire)) [[unlikely]] {
            lock_patiently();
        }
    }
    void unlock() noexcept { taken_.store(false, std::memory_order_release); }

private:
    void lock_patiently() noexcept;

    std::atomic<bool> taken_{false};
};

} // namespace tollgate::cancel::detail
