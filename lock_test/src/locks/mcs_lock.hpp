// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>

#include <atomic>

namespace tollgate::lock_test {

/// The queue lock of Mellor-Crummey and Scott. Each thread brings a node, and spins on the node's
/// own cache line until the thread before it writes there. So the threads enter in the order in
/// which they came, and an unlock disturbs only the next thread.
///
/// - *Memory order*: an unlock releases `may_enter` of the next node, or `last_` if no thread
///   waits. The next holder acquires the same word. The exchange also releases the new node, and
///   the thread that links its node acquires it from `last_`. The holder acquires the link.
template <template <class> class Atomic = std::atomic>
class basic_mcs_lock {
public:
    static constexpr const char* name = "mcs";
    static constexpr bool hands_over_in_order = true;

    /// The place of a thread in the queue, from its lock to its unlock.
    struct alignas(64) node {
        Atomic<node*> next{nullptr};
        Atomic<bool> may_enter{false};
    };

    void lock(node& own) {
        node* const before = last_.exchange(&own, std::memory_order_acq_rel);
        if (before != nullptr) {
            before->next.store(&own, std::memory_order_release);
            while (!own.may_enter.load(std::memory_order_acquire)) {
                sleep::relax();
            }
        }
    }
    bool try_lock(node& own) {
        node* nobody = nullptr;
        return last_.compare_exchange_strong(nobody, &own, std::memory_order_acq_rel,
                                             std::memory_order_relaxed);
    }
    void unlock(node& own) {
        node* next = own.next.load(std::memory_order_acquire);
        if (next == nullptr) {
            node* last = &own;
            if (last_.compare_exchange_strong(last, nullptr, std::memory_order_release,
                                              std::memory_order_relaxed)) {
                return;
            }
            do { // a thread has put its node after `own`, and links it now
                sleep::relax();
                next = own.next.load(std::memory_order_acquire);
            } while (next == nullptr);
        }
        next->may_enter.store(true, std::memory_order_release);
    }

private:
    Atomic<node*> last_{nullptr};
};
using mcs_lock = basic_mcs_lock<>;

} // namespace tollgate::lock_test
