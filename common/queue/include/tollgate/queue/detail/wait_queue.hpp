// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/detail/notification.hpp>
#include <tollgate/sleep/brief_lock.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>

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
    /// A node of the wait queue, which belongs to one wait. While the node is in the wait queue,
    /// the lock of the wait queue guards all members.
    class node {
    public:
        /// A node of a joint wait. A notification claims the joint wait for this event.
        node(joint_wait& joint, std::uint32_t event) noexcept : joint_(&joint), event_(event) {}
        node(const node&) = delete;
        node& operator=(const node&) = delete;

        bool wants_time = false;  ///< set before enter()
        notification notified_at; ///< read after leave() has returned true

    protected:
        node() noexcept = default;

    private:
        friend class wait_queue;

        joint_wait* joint_ = nullptr; ///< null for a waiter
        std::uint32_t event_ = 0;
        node* next_ = nullptr;
        node* previous_ = nullptr;
        bool is_queued_ = false;
        bool is_notified_ = false;
    };

    /// The node of a thread that waits for nothing else. A notification leaves a permit in its
    /// parker.
    class waiter : public node {
    public:
        waiter() noexcept = default;

        Parker parker;
    };

    wait_queue() = default;
    wait_queue(const wait_queue&) = delete;
    wait_queue& operator=(const wait_queue&) = delete;

    /// Puts the waiter at the end of the wait queue. A waiter that was notified but found no item
    /// is put at the front.
    void enter(node& self) noexcept {
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
    bool leave(node& self) noexcept {
        const std::lock_guard locked(lock_);
        if (self.is_queued_) {
            unlink(self);
            publish_state();
        }
        return self.is_notified_;
    }

    /// Ends the notification of this waiter. After leave(), the waiter attempts to take an item, or
    /// decides to leave the item to other threads. Then the waiter calls this function.
    void acknowledge(node& self) noexcept {
        const std::lock_guard locked(lock_);
        self.is_notified_ = false;
        --notifications_;
        publish_state();
    }

    /// Wakes the first waiter if there are more items than notifications that are not acknowledged.
    /// `count` returns the number of items, and is called only if there is a waiter. The caller
    /// must order its publication of an item before this call.
    template <class Count>
    [[gnu::always_inline]] void notify(Count count) noexcept {
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
        claimed_waits claimed;
        node* woken = nullptr;
        {
            const std::lock_guard locked(lock_);
            if (first_ == nullptr || !condition(notifications_)) {
                return false;
            }
            woken = take_out_first(claimed);
            if (woken != nullptr) {
                mark_notified(*woken);
            }
            publish_state();
            if (woken != nullptr && woken->joint_ == nullptr) {
                // The permit is left under the lock. When the lock is free, the waiter may leave
                // and destroy its parker. A joint wait cannot end before its wake-up.
                wake = static_cast<waiter*>(woken)->parker.leave_permit();
            }
        }
        wake.finish();
        claimed.wake_all();
        return woken != nullptr;
    }

    /// Takes the first node out whose wait takes the notification. Returns null if there is none. A
    /// joint wait that is open or claimed stays, and takes nothing: its owner attempts to take an
    /// item before it waits again.
    [[nodiscard]] node* take_out_first(claimed_waits& claimed) noexcept {
        for (node* next = first_; next != nullptr;) {
            node& candidate = *std::exchange(next, next->next_);
            if (candidate.joint_ == nullptr) {
                unlink(candidate);
                return &candidate;
            }
            const joint_wait::answer answer = candidate.joint_->offer(candidate.event_, claimed);
            if (answer != joint_wait::answer::stays) {
                unlink(candidate);
            }
            if (answer == joint_wait::answer::takes_it) {
                return &candidate;
            }
        }
        return nullptr;
    }

    void mark_notified(node& woken) noexcept {
        woken.is_notified_ = true;
        woken.notified_at = notification::now<Time>(woken.wants_time);
        ++notifications_;
    }

    void link(node& added, node* previous) noexcept {
        node*& from_previous = previous == nullptr ? first_ : previous->next_;
        added.previous_ = previous;
        added.next_ = from_previous;
        (added.next_ == nullptr ? last_ : added.next_->previous_) = &added;
        from_previous = &added;
        added.is_queued_ = true;
    }

    void unlink(node& removed) noexcept {
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
    node* first_ = nullptr;
    node* last_ = nullptr;
};

} // namespace tollgate::queue::detail
