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

/// A sleeper that consists of one 32-bit word, without a mutex. One thread sleeps in the parker,
/// and any thread may wake this thread.
///
///     tollgate::sleep::parker place;
///     place.wake(); // any thread may call wake(), which leaves a permit
///     const auto result = place.sleep_for(std::chrono::milliseconds(10)); // outcome::woken
///
/// The concept `sleeper` describes sleeps, wakes and permits. A permit stays until a sleep takes
/// the permit, as in LockSupport of Java and in Parker of Rust.
///
/// - *Threads*: one thread at a time may sleep in the parker; an assertion checks this. Any number
///   of threads may call `wake()`. On Linux, signal handlers may call `wake()`, too.
/// - *Memory order*: a sleep that takes a permit synchronizes with all wakes that left this permit.
/// - *Lifetime*: `wake()` does not access the parker after `wake()` has left the permit. So the
///   sleeping thread may destroy the parker after a sleep has taken the permit of the last wake.
/// - *Cost*: `wake()` takes one read-modify-write, and also a system call if a thread sleeps. A
///   sleep that finds a permit takes one load and one read-modify-write. A sleep in the kernel
///   takes two read-modify-writes, a system call and two clock readings.
///
/// `Overshoot` is the policy for the last part of a sleep. `Word` contains the functions with which
/// a thread waits on the word. `Time` is the source of the time, and `Word` must use the same clock
/// for its deadlines. `Time` is std::chrono::steady_clock, except in a check with a fake clock.
template <overshoot Overshoot = park, word_wait Word = native_word,
          time_source Time = std::chrono::steady_clock>
class basic_parker {
public:
    /// The clock of deadlines.
    using clock = std::chrono::steady_clock;

    basic_parker() = default;
    /// Creates a parker with this policy. Use this constructor if the policy needs arguments.
    explicit basic_parker(Overshoot policy) noexcept : overshoot_(std::move(policy)) {}
    basic_parker(const basic_parker&) = delete;
    basic_parker& operator=(const basic_parker&) = delete;

    /// Leaves a permit, and wakes the sleeping thread if a thread sleeps. After the sleep that
    /// takes the permit, the thread sees all writes before the wake.
    void wake() noexcept { leave_permit().finish(); }

    /// The second half of a wake, which wakes the sleeping thread. This half does not access the
    /// parker, because the parker may already be destroyed.
    class unfinished_wake {
    public:
        unfinished_wake() noexcept = default;
        /// Whether there is a sleeping thread that `finish` has to wake.
        [[nodiscard]] bool is_due() const noexcept { return sleeping_in_ != nullptr; }
        /// Calls the kernel if `is_due()`. Any thread may call `finish`. Call `finish` once, and
        /// soon after `leave_permit`.
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

    /// The first half of a wake: leaves the permit. A thread that sleeps in the kernel continues to
    /// sleep until the second half. So you can release a mutex between the two halves. Otherwise
    /// the woken thread would have to wait for this mutex.
    [[nodiscard]] unfinished_wake leave_permit() noexcept {
        // The sleeping thread may see the permit, return, and destroy the parker before the next
        // line.
        const std::atomic<std::uint32_t>* const word = &word_;
        const bool sleeping = word_.exchange(permit, std::memory_order_release) == asleep;
        return unfinished_wake(sleeping ? word : nullptr);
    }

    /// Sleeps until a wake.
    void sleep() noexcept {
        while (!take_permit()) {
            if (announce()) {
                wait_for_permit();
            }
        }
    }

    /// Sleeps until a wake or until the deadline. See the concept `sleeper`.
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

    /// Sleeps until a wake, or for `time`.
    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) noexcept {
        return sleep_until(deadline_after(time, Time::now()));
    }

    /// Whether there is a permit, so that a sleep would return at once. Takes one load. Only the
    /// thread that calls the sleep functions may call this function.
    [[nodiscard]] bool permit_is_there() const noexcept {
        return word_.load(std::memory_order_relaxed) == permit;
    }

    /// If there is a permit, takes the permit like a sleep, and returns true. Otherwise returns
    /// false. Only the thread that calls the sleep functions may call this function.
    bool take_permit() noexcept {
        // An exchange also acquires the writes of a wake that came after the load. A store would
        // not acquire these writes.
        return permit_is_there() && word_.exchange(empty, std::memory_order_acquire) == permit;
    }

    /// Returns the policy, with everything that the policy has learned. Only the thread that calls
    /// the sleep functions may call this function.
    [[nodiscard]] const Overshoot& overshoot_policy() const noexcept { return overshoot_; }

private:
    static constexpr std::uint32_t empty = 0;
    static constexpr std::uint32_t asleep = 1;
    static constexpr std::uint32_t permit = 2;

    /// Takes the permit after the deadline, if there is a permit. If a wake came while this thread
    /// had no CPU, the wake still ends the sleep.
    outcome take_permit_late() noexcept {
        return take_permit() ? outcome::woken : outcome::timeout;
    }

    /// Announces that this thread sleeps: changes the word from `empty` to `asleep`. Returns false
    /// if the word is `permit`.
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

    /// During the spin, the word is `empty` or `permit`. So a wake does not call the kernel.
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

/// The usual sleeper, with 4 bytes. The sleeping thread takes no CPU time. The lateness of a sleep
/// is the lateness of the kernel.
using parker = basic_parker<park>;

/// A sleeper for precise deadlines. The thread sleeps in the kernel, and spins for the last part of
/// the sleep.
using precise_parker = basic_parker<park_then_spin>;

static_assert(sizeof(parker) == sizeof(std::uint32_t));

// Design: see common/sleep/README.md. The model checker Spin checks all interleavings of the model
// check/parker.pml.

} // namespace tollgate::sleep
