// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/brief_lock.hpp>
#include <tollgate/sleep/current_cpu.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace tollgate::queue::detail {

/// The list of the threads of one side of a queue that sleep until there is an item: an element, or
/// room for an element. Threads are served first come, first served. Any thread may use the list.
/// Each waiter is a node on the stack of its thread.
///
///     a thread that publishes an item      a thread that waits for an item
///     1. publishes the item                1. calls enter()
///     2. calls notify(number of items)     2. attempts to take an item; if there is no item:
///                                          3. sleeps in the waiter's parker
///                                          4. calls leave(); attempts again if step 2 failed
///                                          5. calls acknowledge() if it was notified; then calls
///                                             notify() if it was ever notified in this wait
///
/// A notify() without a waiter costs one load. A notify() that wakes a thread costs a lock, an
/// exchange and a system call. README.md explains why no thread sleeps while there is an item.
template <class Parker, sleep::time_source Time>
class wait_queue {
public:
    /// The CPU of the notifying thread, and the time of the notification.
    struct notification {
        int cpu = -1;
        std::chrono::steady_clock::time_point time{}; ///< only set if `wants_time` is true
    };

    /// The record of a thread that is in the wait queue, or is about to enter it. The record
    /// belongs to this thread. While the record is in the wait queue, the lock of the wait queue
    /// guards all members except the parker.
    class waiter {
    public:
        waiter() = default;
        waiter(const waiter&) = delete;
        waiter& operator=(const waiter&) = delete;

        Parker parker;
        bool wants_time = false;  ///< set before enter()
        notification notified_at; ///< read after leave() has returned true

    private:
        friend class wait_queue;
        waiter* next_ = nullptr;
        waiter* previous_ = nullptr;
        bool is_queued_ = false;
        bool is_notified_ = false;
    };

    wait_queue() = default;
    wait_queue(const wait_queue&) = delete;
    wait_queue& operator=(const wait_queue&) = delete;

    /// Puts the waiter at the end of the wait queue. A waiter that was notified but found no item
    /// is put at the front.
    void enter(waiter& self) noexcept {
        const std::lock_guard locked(lock_);
        if (self.is_notified_) {
            self.is_notified_ = false;
            --notifications_;
            link(self, nullptr);
        } else {
            link(self, last_);
        }
        publish_state();
    }

    /// Takes the waiter out of the wait queue, if it is still there. Returns whether the waiter was
    /// notified. A notified waiter must call acknowledge() or enter() next.
    bool leave(waiter& self) noexcept {
        const std::lock_guard locked(lock_);
        if (self.is_queued_) {
            unlink(self);
            publish_state();
        }
        return self.is_notified_;
    }

    /// Ends the notification of this waiter. After leave(), the waiter attempts to take an item, or
    /// decides to leave the item to other threads. Then the waiter calls this function.
    void acknowledge(waiter& self) noexcept {
        const std::lock_guard locked(lock_);
        self.is_notified_ = false;
        --notifications_;
        publish_state();
    }

    /// Wakes the first waiter if there are more items than notifications that are not acknowledged.
    /// `count` returns the number of items, and is called only if there is a waiter. The caller
    /// must order its publication of an item before this call.
    template <class Count>
    void notify(Count count) noexcept {
        const std::uint32_t state = state_.load(std::memory_order_seq_cst);
        if ((state & has_waiters) != 0 && state / one_notification < count()) [[unlikely]] {
            notify_if_fewer_than(count);
        }
    }

    /// Does the same as notify(), but orders the earlier stores of the caller before this call by a
    /// read-modify-write. Use notify_fenced() if no other operation enforces this order.
    template <class Count>
    void notify_fenced(Count count) noexcept {
        if (state_.fetch_add(0, std::memory_order_seq_cst) != 0) [[unlikely]] {
            notify(count);
        }
    }

    /// Wakes all waiters, because there will be no more items.
    void notify_all() noexcept {
        while (notify_first_if([](std::uint32_t) { return true; })) {
        }
    }

private:
    static constexpr std::uint32_t has_waiters = 1;
    static constexpr std::uint32_t one_notification = 2;

    template <class Count>
    [[gnu::noinline]] void notify_if_fewer_than(Count count) noexcept {
        notify_first_if([&](std::uint32_t notifications) { return notifications < count(); });
    }

    template <class Condition>
    bool notify_first_if(Condition condition) noexcept {
        typename Parker::unfinished_wake wake;
        {
            const std::lock_guard locked(lock_);
            if (first_ == nullptr || !condition(notifications_)) {
                return false;
            }
            waiter& woken = *first_;
            unlink(woken);
            woken.is_notified_ = true;
            woken.notified_at.cpu = sleep::current_cpu();
            if (woken.wants_time) {
                woken.notified_at.time = Time::now();
            }
            ++notifications_;
            publish_state();
            // The permit is left under the lock. When the lock is free, the waiter may leave and
            // destroy its parker.
            wake = woken.parker.leave_permit();
        }
        wake.finish();
        return true;
    }

    void link(waiter& added, waiter* previous) noexcept {
        waiter*& from_previous = previous == nullptr ? first_ : previous->next_;
        added.previous_ = previous;
        added.next_ = from_previous;
        (added.next_ == nullptr ? last_ : added.next_->previous_) = &added;
        from_previous = &added;
        added.is_queued_ = true;
    }

    void unlink(waiter& removed) noexcept {
        (removed.previous_ == nullptr ? first_ : removed.previous_->next_) = removed.next_;
        (removed.next_ == nullptr ? last_ : removed.next_->previous_) = removed.previous_;
        removed.is_queued_ = false;
    }

    void publish_state() noexcept {
        state_.exchange((first_ == nullptr ? 0 : has_waiters) + notifications_ * one_notification,
                        std::memory_order_seq_cst);
    }

    /// Shows whether there is a waiter, and how many notifications are not acknowledged. Each
    /// notify() reads the state. The state changes only when a thread waits.
    std::atomic<std::uint32_t> state_{0};
    sleep::brief_lock lock_;
    std::uint32_t notifications_ = 0; ///< the number that is not acknowledged
    waiter* first_ = nullptr;
    waiter* last_ = nullptr;
};

} // namespace tollgate::queue::detail
