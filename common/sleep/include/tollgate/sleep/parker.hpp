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
/// Threads: one thread at a time sleeps (an assertion notices two); `wake()` may be called by any
/// number of threads, and on Linux from signal handlers. The sleeper may destroy the parker as soon
/// as a sleep has returned `woken` by the last wake to come: `wake()` does not touch it after its
/// exchange.
///
/// The word is `empty`, `asleep` or `permit`:
///
///     from       to         by
///     any        permit     wake(), which then calls the kernel if it found asleep
///     empty      asleep     the sleeper, before it waits
///     asleep     empty      the sleeper, at its deadline
///     permit     empty      the sleeper, that thereby is woken
///
/// Why it is right. All transitions are atomic read-modify-writes of one word, so they have one
/// order that all threads agree on, and no fence is needed for it.
/// - No wake is lost. A wake leaves `permit`, and nothing takes that away but a sleeper that
/// returns
///   `woken` for it. If the wake comes before the sleeper announces itself, the announcement (a
///   compare-and-swap from `empty`) fails and the permit is taken. If it comes after, it finds
///   `asleep` and calls the kernel; either the kernel has not yet put the sleeper to rest, then it
///   compares the word again, finds `permit` instead of `asleep` and refuses; or it has, then the
///   call finds it.
/// - `woken` and `timeout` exclude each other. The sleeper leaves by an exchange with `empty`. If
///   that returns `permit`, the wake that left it came first, whatever the clock says. If it
///   returns `asleep`, a wake from then on leaves its permit to the next sleep.
/// - Permits are conserved. Every `permit` is taken by exactly one exchange; wakes in between find
///   `permit` and add nothing to it.
/// - Nothing is spurious. Why the kernel returned is not asked: the sleeper looks at the word and
///   at the clock. A signal, a wake meant for the word that lay here before, an early timer all end
///   in another wait.
/// - What was written before a wake is published. The exchange of `wake()` releases, the one that
///   takes the permit acquires, and exchanges in between by other wakers continue the release
///   sequence: the sleeper that takes the permit is synchronized with all who left it.
///
/// The model check/parker.pml goes through all interleavings of this.
///
/// A wake that finds the permit already set could be a load, were it not for the last point: a
/// waker that only looks does not release, and the sleeper that takes the older permit need not
/// see what it wrote. A fence between its writes and the load would mend that and cost what the
/// exchange costs.
///
/// Cost: `wake()` is one read-modify-write, and a system call only if somebody sleeps. A sleep that
/// finds a permit is one load and one read-modify-write. One that parks is two read-modify-writes,
/// a system call and two clock readings.
///
/// The sticky permit is that of Java's LockSupport and Rust's Parker.
///
/// `Time` tells the time, and `Word` must wake by the same clock: std::chrono::steady_clock, unless
/// a check moves both by hand.
template <overshoot Overshoot = park, word_wait Word = native_word,
          time_source Time = std::chrono::steady_clock>
class basic_parker {
public:
    using clock = std::chrono::steady_clock;

    basic_parker() = default;
    explicit basic_parker(Overshoot policy) noexcept : overshoot_(std::move(policy)) {}
    basic_parker(const basic_parker&) = delete;
    basic_parker& operator=(const basic_parker&) = delete;

    /// Leaves a permit and wakes the sleeper if there is one. What was written before is visible to
    /// the sleep that takes the permit.
    void wake() noexcept { leave_permit().finish(); }

    /// The second half of a wake, which does not need the parker any more: it may be gone.
    class unfinished_wake {
    public:
        unfinished_wake() noexcept = default;
        /// Somebody sleeps.
        [[nodiscard]] bool is_due() const noexcept { return sleeping_in_ != nullptr; }
        /// Calls the kernel if somebody sleeps. To be called once, soon, by any thread.
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

    /// The first half: leaves the permit. A sleeper that waits in the kernel goes on waiting until
    /// the second half, so that the caller may do before it what would hold up whoever is woken.
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

    /// Sleeps until woken or until the deadline, whichever is seen first; see the concept
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

    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) noexcept {
        return sleep_until(deadline_after(time, Time::now()));
    }

    /// For the sleeping thread alone: what a sleep would find without sleeping. One load.
    [[nodiscard]] bool permit_is_there() const noexcept {
        return word_.load(std::memory_order_relaxed) == permit;
    }

    /// For the sleeping thread alone: takes the permit, as a sleep does, if it is there.
    ///
    /// An exchange, not a store: it acquires from the last waker too, who may have come since the
    /// load.
    bool take_permit() noexcept {
        return permit_is_there() && word_.exchange(empty, std::memory_order_acquire) == permit;
    }

    /// For the sleeping thread alone.
    [[nodiscard]] const Overshoot& overshoot_policy() const noexcept { return overshoot_; }

private:
    static constexpr std::uint32_t empty = 0;
    static constexpr std::uint32_t asleep = 1;
    static constexpr std::uint32_t permit = 2;

    /// For whoever found the deadline passed, perhaps because it was kept from the CPU: a wake from
    /// before the deadline ends the sleep nevertheless.
    outcome take_permit_late() noexcept {
        return take_permit() ? outcome::woken : outcome::timeout;
    }

    /// False if there is a permit instead.
    bool announce() noexcept {
        std::uint32_t found = empty;
        const bool announced = word_.compare_exchange_strong(
            found, asleep, std::memory_order_relaxed, std::memory_order_relaxed);
        assert(found != asleep && "two threads sleep in one parker");
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

/// As late as the kernel makes it: 4 bytes.
using parker = basic_parker<park>;

/// Parks for most of the time and spins for the last of it.
using precise_parker = basic_parker<park_then_spin>;

static_assert(sizeof(parker) == sizeof(std::uint32_t));

} // namespace tollgate::sleep
