// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/native_word.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/overshoot.hpp>
#include <tollgate/sleep/park.hpp>
#include <tollgate/sleep/park_then_spin.hpp>
#include <tollgate/sleep/relax.hpp>
#include <tollgate/sleep/spin.hpp>
#include <tollgate/sleep/time_source.hpp>
#include <tollgate/sleep/word_wait.hpp>

#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <utility>

namespace tollgate::sleep {

/// A place for one thread to sleep in and for any thread to wake it: one 32-bit word, no mutex.
///
///     tollgate::sleep::parker place;
///     place.wake(); // any thread; leaves a permit
///     const auto result = place.sleep_for(std::chrono::milliseconds(10)); // outcome::woken
///
/// See the concept `sleeper`. A permit is like that of Java's LockSupport and Rust's Parker: it
/// stays until a sleep takes it.
///
/// - *Threads*: one thread at a time sleeps, which an assertion checks. Any number of threads call
///   `wake()`, and on Linux signal handlers, too.
/// - *Memory order*: a sleep that takes a permit synchronizes with all wakes that left it.
/// - *Lifetime*: the sleeper may destroy the parker as soon as a sleep returned `woken` by the last
///   wake to come: `wake()` does not access the parker after its exchange.
/// - *Cost*: `wake()` is one read-modify-write, and a system call only if a thread sleeps. A sleep
///   that finds a permit: one load and one read-modify-write. A sleep that parks: two
///   read-modify-writes, a system call and two clock readings.
///
/// `Time` gives the time, and `Word` must wake by the same clock: std::chrono::steady_clock, unless
/// a check moves both by hand.
template <overshoot Overshoot = park, word_wait Word = native_word,
          time_source Time = std::chrono::steady_clock>
class basic_parker {
public:
    /// The clock of deadlines.
    using clock = std::chrono::steady_clock;

    basic_parker() = default;
    /// With a policy that has arguments.
    explicit basic_parker(Overshoot policy) noexcept : overshoot_(std::move(policy)) {}
    basic_parker(const basic_parker&) = delete;
    basic_parker& operator=(const basic_parker&) = delete;

    /// Leaves a permit, and wakes the sleeper if there is one. The sleep that takes the permit sees
    /// all writes before the wake.
    void wake() noexcept { leave_permit().finish(); }

    /// The second half of a wake. It does not access the parker, which may be destroyed by then.
    class unfinished_wake {
    public:
        unfinished_wake() noexcept = default;
        /// Whether a thread sleeps, which `finish` has to wake.
        [[nodiscard]] bool is_due() const noexcept { return sleeping_in_ != nullptr; }
        /// Calls the kernel if a thread sleeps. Call it once, soon, from any thread.
        void finish() const noexcept {
            if (is_due()) {
                Word::wake_one(sleeping_in_);
            }
        }

    private:
        friend class basic_parker;
        explicit unfinished_wake(const std::atomic<std::uint32_t>* word) noexcept
            : sleeping_in_(word) {}

        const std::atomic<std::uint32_t>* sleeping_in_ = nullptr;
    };

    /// The first half of a wake: leaves the permit. A sleeper that waits in the kernel goes on
    /// waiting until the second half. So you may release before what would hold up the woken
    /// thread.
    [[nodiscard]] unfinished_wake leave_permit() noexcept {
        // The sleeper may see the permit, return and destroy the parker before the next line.
        const std::atomic<std::uint32_t>* const word = &word_;
        const bool sleeping = word_.exchange(permit, std::memory_order_release) == asleep;
        return unfinished_wake(sleeping ? word : nullptr);
    }

    /// Sleeps until woken.
    void sleep() noexcept {
        while (!take_permit()) {
            if (announce()) {
                wait_for_permit();
            }
        }
    }

    /// Sleeps until woken or until the deadline, whichever it sees first; see the concept
    /// `sleeper`.
    outcome sleep_until(clock::time_point deadline) noexcept {
        if (deadline == (clock::time_point::max)()) {
            sleep();
            return outcome::woken;
        }
        if (take_permit()) {
            return outcome::woken;
        }
        const clock::time_point now = Time::now();
        if (now >= deadline) {
            return take_permit_late();
        }
        const clock::time_point until = overshoot_.park_until(deadline, now);
        if (until > now) {
            const outcome parked = park_until(until);
            if (parked == outcome::woken || until >= deadline) {
                return parked;
            }
        }
        return spin_until(deadline);
    }

    /// Sleeps until woken or for `time`.
    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) noexcept {
        return sleep_until(deadline_after(time, Time::now()));
    }

    /// For the sleeping thread alone: whether a sleep would return at once. One load.
    [[nodiscard]] bool permit_is_there() const noexcept {
        return word_.load(std::memory_order_relaxed) == permit;
    }

    /// For the sleeping thread alone: takes the permit, as a sleep does, if it is there.
    bool take_permit() noexcept {
        // An exchange, not a store: it acquires also from a waker that came since the load.
        return permit_is_there() && word_.exchange(empty, std::memory_order_acquire) == permit;
    }

    /// For the sleeping thread alone: the policy, with what it has learned.
    [[nodiscard]] const Overshoot& overshoot_policy() const noexcept { return overshoot_; }

private:
    static constexpr std::uint32_t empty = 0;
    static constexpr std::uint32_t asleep = 1;
    static constexpr std::uint32_t permit = 2;

    /// After the deadline has passed: a wake that came before, while this thread had no CPU, ends
    /// the sleep nevertheless.
    outcome take_permit_late() noexcept {
        return take_permit() ? outcome::woken : outcome::timeout;
    }

    /// False if there is a permit instead.
    bool announce() noexcept {
        std::uint32_t previous = empty;
        const bool announced = word_.compare_exchange_strong(
            previous, asleep, std::memory_order_relaxed, std::memory_order_relaxed);
        assert(previous != asleep && "two threads sleep in one parker");
        return announced;
    }

    void wait_for_permit() noexcept {
        while (!permit_is_there()) {
            Word::wait(word_, asleep);
        }
    }

    outcome park_until(clock::time_point until) noexcept {
        clock::time_point now = until;
        if (announce()) {
            do {
                Word::wait(word_, asleep, until);
            } while (!permit_is_there() && (now = Time::now()) < until);
        }
        if (word_.exchange(empty, std::memory_order_acquire) == permit) {
            return outcome::woken;
        }
        overshoot_.learn(now - until);
        return outcome::timeout;
    }

    /// The word is `empty` or `permit` here: wakers call no kernel.
    outcome spin_until(clock::time_point deadline) noexcept {
        while (Time::now() < deadline) {
            if (take_permit()) {
                return outcome::woken;
            }
            relax();
        }
        return take_permit_late();
    }

    std::atomic<std::uint32_t> word_{empty};
    [[no_unique_address]] Overshoot overshoot_{};
};

/// A sleeper that takes no CPU time, and is as late as the kernel makes it: 4 bytes.
using parker = basic_parker<park>;

/// A sleeper that parks, and spins for the last part of the time, to meet its deadline.
using precise_parker = basic_parker<park_then_spin>;

static_assert(sizeof(parker) == sizeof(std::uint32_t));

// Design: see common/sleep/README.md; the model check/parker.pml searches all interleavings.

} // namespace tollgate::sleep
