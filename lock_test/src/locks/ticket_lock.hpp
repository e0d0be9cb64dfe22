// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

#include <atomic>
#include <cstdint>

namespace tollgate::lock_test {

/// Two numbers: the next ticket, and the ticket that may enter. A thread draws a ticket, and spins
/// until its ticket may enter. So the threads enter in the order in which they came.
///
/// - *Memory order*: an unlock releases `serving_`. The next holder acquires it, and sees what all
///   earlier holders wrote, because each unlock comes after the lock of the same thread. Tickets
///   order nothing.
template <template <class> class Atomic = std::atomic>
class basic_ticket_lock {
public:
    static constexpr const char* name = "ticket";
    static constexpr bool hands_over_in_order = true;

    void lock() {
        const std::uint32_t own = next_.fetch_add(1, std::memory_order_relaxed);
        while (serving_.load(std::memory_order_acquire) != own) {
            sleep::relax();
        }
    }
    /// Draws a ticket only if the ticket may enter at once.
    bool try_lock() {
        std::uint32_t own = serving_.load(std::memory_order_acquire);
        return next_.compare_exchange_strong(own, own + 1, std::memory_order_relaxed,
                                             std::memory_order_relaxed);
    }
    void unlock() {
        const std::uint32_t own =
            serving_.load(std::memory_order_relaxed); // only the holder writes
        serving_.store(own + 1, std::memory_order_release);
    }

private:
    Atomic<std::uint32_t> next_{0};
    Atomic<std::uint32_t> serving_{0};
};
using ticket_lock = basic_ticket_lock<>;

} // namespace tollgate::lock_test
