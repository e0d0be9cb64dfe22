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

/// Threads that sleep until there is something for them (an element, or room for one), first come
/// first served, and those who wake them.
///
/// Threads: any. Each waiter is a node on its own thread's stack.
///
/// The protocol, with "thing" for what is waited for:
///
///     who brings a thing                    who waits for one
///     1. publish it                         1. enter()
///     2. notify(how many there are)         2. look for one; if there is none:
///                                           3. sleep in the node's parker
///                                           4. leave(); look again if it says notified
///                                           5. acted(), if notified; and notify() again, if
///                                              it ever was in this wait
///
/// Why nobody sleeps while a thing lies there. A notice is under way from the moment at which a
/// waiter is taken out of the line until that waiter calls acted() (or enters anew). The invariant
/// is: there are at least as many notices under way, or about to be given, as there are things or
/// sleepers in line, whichever are fewer.
/// - Who publishes and sees nobody in line, or enough notices, leaves it at that. The order of "I
///   have published" before "I look at the line", and of "I have entered" (or acted) before "I
///   look for things", is the queue's to keep: both are sequentially consistent, or one of the two
///   has a heavy fence. So one of the two sees the other.
/// - Who was notified looks for a thing after that, and finds none only if there was none. It then
///   has acted, or enters anew, and looks once more, because who published meanwhile has counted on
///   it.
/// - Who takes a thing and was notified in that wait, whether it knew so or not, and whether for
///   that thing or an earlier one that others took, notifies the next if there are more: they who
///   published them may have seen its notice, and left it at that.
/// - So does who was notified and leaves for another reason (cancelled, deadline), after a look.
///
/// The model check/wait_line.pml goes through all interleavings of this for two who publish, two
/// who wait, and one who takes without waiting.
///
/// Cost: a notify that nobody waits for is one load. One that wakes somebody is a lock, an exchange
/// and a system call; of things that come faster than their waiters wake up, only as many wake
/// somebody as there are things.
template <class Parker, sleep::time_source Time>
class wait_line {
public:
    /// Who notified, and when.
    struct notice {
        int cpu = -1;
        std::chrono::steady_clock::time_point at{}; ///< if the waiter asked for it
    };

    /// A thread in line, or about to be. Belongs to that thread; what is not const is guarded by
    /// the line's lock while it is in line.
    class waiter {
    public:
        waiter() = default;
        waiter(const waiter&) = delete;
        waiter& operator=(const waiter&) = delete;

        Parker parker;
        bool wants_time = false; ///< set before it enters
        notice notified_by;      ///< read after leave() said that it was notified

    private:
        friend class wait_line;
        waiter* next_ = nullptr;
        waiter* before_ = nullptr;
        bool in_line_ = false;
        bool notified_ = false;
    };

    wait_line() = default;
    wait_line(const wait_line&) = delete;
    wait_line& operator=(const wait_line&) = delete;

    /// To the end of the line; who was notified in vain goes to its front.
    void enter(waiter& who) noexcept {
        const std::lock_guard locked(lock_);
        if (who.notified_) {
            who.notified_ = false;
            --notices_;
            link(who, nullptr);
        } else {
            link(who, last_);
        }
        publish_state();
    }

    /// Out of the line. True: it was notified, and owes acted().
    bool leave(waiter& who) noexcept {
        const std::lock_guard locked(lock_);
        if (who.in_line_) {
            unlink(who);
            publish_state();
        }
        return who.notified_;
    }

    /// It has looked for a thing since it knew that it was notified, or leaves it to others.
    void acted(waiter& who) noexcept {
        const std::lock_guard locked(lock_);
        who.notified_ = false;
        --notices_;
        publish_state();
    }

    /// There are so many things; `count` is asked only if somebody is in line. The queue has
    /// ordered what it published before this.
    template <class Count>
    void notify(Count count) noexcept {
        const std::uint32_t seen = state_.load(std::memory_order_seq_cst);
        if ((seen & somebody_in_line) != 0 && seen / one_notice < count()) [[unlikely]] {
            notify_first(count);
        }
    }

    /// The same for who may have been overtaken by its own loads: a read-modify-write.
    template <class Count>
    void notify_fenced(Count count) noexcept {
        if (state_.fetch_add(0, std::memory_order_seq_cst) != 0) [[unlikely]] {
            notify(count);
        }
    }

    /// For the end of all things: everybody is notified.
    void notify_all() noexcept {
        while (notify_one([](std::uint32_t) { return true; })) {
        }
    }

private:
    static constexpr std::uint32_t somebody_in_line = 1;
    static constexpr std::uint32_t one_notice = 2;

    template <class Count>
    [[gnu::noinline]] void notify_first(Count count) noexcept {
        notify_one([&](std::uint32_t notices) { return notices < count(); });
    }

    template <class Needed>
    bool notify_one(Needed needed) noexcept {
        typename Parker::unfinished_wake wake;
        {
            const std::lock_guard locked(lock_);
            if (first_ == nullptr || !needed(notices_)) {
                return false;
            }
            waiter& woken = *first_;
            unlink(woken);
            woken.notified_ = true;
            woken.notified_by.cpu = sleep::current_cpu();
            if (woken.wants_time) {
                woken.notified_by.at = Time::now();
            }
            ++notices_;
            publish_state();
            // Once the lock is free the waiter may leave, and take its parker with it.
            wake = woken.parker.leave_permit();
        }
        wake.finish();
        return true;
    }

    void link(waiter& who, waiter* before) noexcept {
        waiter*& from_before = before == nullptr ? first_ : before->next_;
        who.before_ = before;
        who.next_ = from_before;
        (who.next_ == nullptr ? last_ : who.next_->before_) = &who;
        from_before = &who;
        who.in_line_ = true;
    }

    void unlink(waiter& who) noexcept {
        (who.before_ == nullptr ? first_ : who.before_->next_) = who.next_;
        (who.next_ == nullptr ? last_ : who.next_->before_) = who.before_;
        who.in_line_ = false;
    }

    void publish_state() noexcept {
        state_.exchange((first_ == nullptr ? 0 : somebody_in_line) + notices_ * one_notice,
                        std::memory_order_seq_cst);
    }

    /// What the many look at; it changes only when somebody waits.
    std::atomic<std::uint32_t> state_{0};
    sleep::brief_lock lock_;
    std::uint32_t notices_ = 0; ///< under way
    waiter* first_ = nullptr;
    waiter* last_ = nullptr;
};

} // namespace tollgate::queue::detail
