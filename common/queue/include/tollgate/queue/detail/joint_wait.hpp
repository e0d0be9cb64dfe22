// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace tollgate::queue::detail {

class claimed_waits;

/// One wait of a thread, a fiber or a coroutine for the first of several events. The wait has a
/// node in each list in which it waits. An event *claims* the wait. Only one event can claim the
/// wait, and the claimer must then call `wake()`. A wait is open, waiting, claimed or kept:
///
/// - *open*: the owner attempts its operations, while its nodes may be in lists. An event cannot
///   claim the wait. The event marks the wait, so that the owner attempts its operations again.
/// - *waiting*: the first event claims the wait. If all events come from the thread of the owner,
///   the owner waits *alone*: no two events claim at the same moment, so a store is enough.
/// - *claimed*: later events have no effect. The owner may end the wait only after `wake()`.
/// - *kept*: the wait belongs to a source of a `source_set`, and takes nothing.
///
/// - *Threads*: any thread may call `claim()`, `offer()` and `signal()`. The claimer calls the
///   function `wake()`. Only the owner calls the other functions.
/// - *Memory order*: the owner sees all writes before the claim, before a mark, and before an event
///   that came later than the claim.
/// - *Lifetime*: the wait must exist until the claimer has called `wake()`. The wait may be
///   destroyed before `wake()` returns.
class joint_wait {
public:
    /// `to_wake` makes the owner continue.
    explicit joint_wait(void (*to_wake)(joint_wait&) noexcept) noexcept : wake_(to_wake) {}
    joint_wait(const joint_wait&) = delete;
    joint_wait& operator=(const joint_wait&) = delete;

    /// Opens the wait. Afterwards the owner enters its lists and attempts its operations.
    /// A wait that is open and was not marked needs no exchange: there is nothing to see.
    void open() noexcept {
        if (state_.load(std::memory_order_relaxed) != is_open) {
            state_.exchange(is_open, std::memory_order_seq_cst);
        }
    }
    /// Starts the waiting. Returns false if an event has marked the wait since `open()`.
    [[nodiscard]] bool begin_waiting() noexcept {
        std::uint32_t expected = is_open;
        return state_.compare_exchange_strong(expected, is_waiting, std::memory_order_seq_cst);
    }
    /// The same for a wait whose events all come from the thread of the owner.
    [[nodiscard]] bool begin_waiting_alone() noexcept {
        const bool is_unmarked = state_.load(std::memory_order_relaxed) == is_open;
        if (is_unmarked) {
            state_.store(is_waiting_alone, std::memory_order_relaxed);
        }
        return is_unmarked;
    }
    /// The event that claimed the wait.
    [[nodiscard]] std::uint32_t winner() const noexcept {
        return state_.load(std::memory_order_acquire) - first_event;
    }

    /// Returns whether this event has claimed the wait. If the wait is open, marks the wait. If the
    /// wait is claimed, the owner sees the event after its next `open()`: therefore the state is
    /// written, not only read.
    [[nodiscard]] bool claim(std::uint32_t event) noexcept {
        std::uint32_t state = state_.load(std::memory_order_seq_cst);
        if (state == is_waiting_alone) {
            state_.store(first_event + event, std::memory_order_relaxed);
            return true;
        }
        while (true) {
            const std::uint32_t next = state == is_open      ? is_marked
                                       : state == is_waiting ? first_event + event
                                                             : state;
            if (state_.compare_exchange_weak(state, next, std::memory_order_seq_cst)) {
                return state == is_waiting;
            }
        }
    }
    void wake() noexcept { wake_(*this); }
    /// Whether the wait is kept.
    [[nodiscard]] bool is_of_a_set() const noexcept {
        return state_.load(std::memory_order_relaxed) == is_kept;
    }

    /// The answer of a wait in a list, if there is an item for the first wait of the list.
    enum class answer {
        takes_it, ///< the event has claimed the wait: the wait takes the item
        stays,    ///< the wait takes nothing, and stays in the list
        leaves,   ///< the wait takes nothing, and must be taken out of the list
    };
    /// Offers an item under the lock of a list. Without the lock, the caller wakes the waits that
    /// the call has added to `claimed`.
    [[nodiscard]] answer offer(std::uint32_t event, claimed_waits& claimed) noexcept;
    /// Claims and wakes the wait, if possible. For an event that has no list.
    void signal(std::uint32_t event) noexcept;

protected:
    /// Makes a wait that is always kept. `to_announce` tells the owner of a set of an item, and
    /// returns the wait of the owner if it was claimed, or null.
    explicit joint_wait(joint_wait* (*to_announce)(joint_wait&) noexcept) noexcept
        : state_(is_kept), announce_(to_announce) {}

private:
    friend class claimed_waits;

    static constexpr std::uint32_t is_open = 0;
    static constexpr std::uint32_t is_marked = 1;
    static constexpr std::uint32_t is_waiting = 2;
    static constexpr std::uint32_t is_kept = 3;
    static constexpr std::uint32_t is_waiting_alone = 4;
    static constexpr std::uint32_t first_event = 5;

    std::atomic<std::uint32_t> state_{is_open};
    union {
        void (*wake_)(joint_wait&) noexcept;
        joint_wait* (*announce_)(joint_wait&) noexcept; ///< if the wait is kept
    };
    joint_wait* next_ = nullptr; ///< written by the claimer
};

/// Waits that the calling thread has claimed under a lock, and that it wakes without the lock.
class claimed_waits {
public:
    [[nodiscard]] bool is_empty() const noexcept { return first_ == nullptr; }
    void add(joint_wait& claimed) noexcept { claimed.next_ = std::exchange(first_, &claimed); }
    /// Adds the waits of the other list, which is empty afterwards.
    void take(claimed_waits& other) noexcept {
        while (other.first_ != nullptr) {
            add(*std::exchange(other.first_, other.first_->next_));
        }
    }
    void wake_all() noexcept {
        while (first_ != nullptr) {
            joint_wait& woken = *std::exchange(first_, first_->next_);
            woken.wake();
        }
    }

private:
    joint_wait* first_ = nullptr;
};

inline joint_wait::answer joint_wait::offer(std::uint32_t event, claimed_waits& claimed) noexcept {
    if (is_of_a_set()) {
        if (joint_wait* const owner = announce_(*this)) {
            claimed.add(*owner);
        }
        return answer::leaves;
    }
    if (!claim(event)) {
        return answer::stays;
    }
    claimed.add(*this);
    return answer::takes_it;
}

inline void joint_wait::signal(std::uint32_t event) noexcept {
    claimed_waits claimed;
    static_cast<void>(offer(event, claimed));
    claimed.wake_all();
}

} // namespace tollgate::queue::detail
