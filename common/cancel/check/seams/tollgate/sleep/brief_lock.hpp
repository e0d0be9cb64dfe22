// SPDX-License-Identifier: BSL-1.0
#pragma once
// Replaces the lock of the library sleep, so that a scenario can act before a thread takes the
// lock. Nothing else in that library uses the lock.

#include <atomic>
#include <functional>
#include <thread>

namespace tollgate::sleep {

/// Called by each thread that is about to lock; set while there is one thread.
inline std::function<void()> at_brief_lock;

class brief_lock {
public:
    constexpr brief_lock() noexcept = default;
    brief_lock(const brief_lock&) = delete;
    brief_lock& operator=(const brief_lock&) = delete;

    void lock() noexcept {
        if (at_brief_lock) {
            at_brief_lock();
        }
        while (taken_.exchange(true, std::memory_order_acquire)) {
            std::this_thread::yield();
        }
    }
    void unlock() noexcept { taken_.store(false, std::memory_order_release); }
    [[nodiscard]] bool is_locked() const noexcept { return taken_.load(); }

private:
    std::atomic<bool> taken_{false};
};

} // namespace tollgate::sleep
