// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/adaptive_spin.hpp>
#include <tollgate/sleep/current_cpu.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/native_word.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/relax.hpp>
#include <tollgate/sleep/time_source.hpp>
#include <tollgate/sleep/word_wait.hpp>

#include <atomic>
#include <chrono>

namespace tollgate::sleep {

namespace detail {
/// The CPU on which the calling thread runs.
struct this_cpu {
    static int number() noexcept { return current_cpu(); }
    static void relax() noexcept { sleep::relax(); }
};
} // namespace detail

/// A sleeper whose thread first spins, and then sleeps in a parker. The object learns from its
/// earlier sleeps for how long a spin pays (adaptive_spin). If a thread on another CPU wakes the
/// spinning thread, neither thread makes a system call.
///
///     tollgate::sleep::adaptive_parker place;
///     place.wake(); // any thread may call wake(), which leaves a permit
///     const auto result = place.sleep_for(std::chrono::milliseconds(10)); // outcome::woken
///
/// The concept `sleeper` describes sleeps, wakes and permits.
///
/// - *Threads*: any thread may call `wake()`. Only the sleeping thread may call the other
///   functions.
/// - *Memory order*: a sleep that takes a permit synchronizes with all wakes that left this permit.
/// - *Lifetime*: `wake()` accesses the object until `wake()` returns. So do not destroy the object
///   before each `wake()` has returned. (A `parker` may be destroyed earlier.)
/// - *Cost*: `wake()` takes one read-modify-write. If a thread sleeps in the kernel, `wake()` also
///   takes a clock reading and a system call. A sleep that ends during the spins takes one
///   read-modify-write, and a clock reading for a deadline or up to two for a time. A thread does
///   not spin if the deadline is at most 150 µs away, or while threads on its own CPU wake it.
///
/// `Word` and `Time` are the same as for `basic_parker`. `Cpu` has the functions
/// of the CPU on which a thread runs; only a check replaces it.
template <word_wait Word = native_word, time_source Time = std::chrono::steady_clock,
          class Cpu = detail::this_cpu>
class basic_adaptive_parker {
public:
    /// The clock of deadlines.
    using clock = std::chrono::steady_clock;

    /// Leaves a permit, and wakes the sleeping thread if a thread sleeps. After the sleep that
    /// takes the permit, the thread sees all writes before the wake.
    void wake() noexcept {
        const auto waking = parker_.leave_permit();
        if (waking.is_due()) {
            waking_cpu_.store(Cpu::number(), std::memory_order_relaxed);
            woken_at_.store(Time::now().time_since_epoch(), std::memory_order_relaxed);
            waking.finish();
        }
    }

    /// Sleeps until a wake or until the deadline. See the concept `sleeper`.
    outcome sleep_until(clock::time_point deadline) noexcept {
        const bool may_spin =
            deadline == (clock::time_point::max)() || deadline > Time::now() + longest_spin;
        const int spins = may_spin ? spin_.spins() : 0;
        has_slept_ = !spin(spins);
        if (!has_slept_) {
            return outcome::woken;
        }
        const bool wants_time = spin_.wants_time();
        const clock::time_point start = wants_time ? Time::now() : clock::time_point{};
        const outcome result = parker_.sleep_until(deadline);
        if (result == outcome::woken) {
            learn_wake(wants_time, start, spins);
        } else if (may_spin && wants_time) {
            spin_.learn_timeout(Time::now() - start, spins);
        }
        return result;
    }

    /// Sleeps until a wake, or for `time`.
    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) noexcept {
        return sleep_until(deadline_after(time, Time::now()));
    }

    /// Returns false if a permit ended the last sleep before its spins or during them.
    [[nodiscard]] bool has_slept() const noexcept { return has_slept_; }

    /// The same as parker::permit_is_there.
    [[nodiscard]] bool permit_is_there() const noexcept { return parker_.permit_is_there(); }

    /// The same as parker::take_permit.
    bool take_permit() noexcept { return parker_.take_permit(); }

private:
    /// Longer than the most spins of an adaptive_spin.
    static constexpr std::chrono::microseconds longest_spin{150};

    /// Returns whether a permit came, and was taken.
    bool spin(int spins) noexcept {
        int spins_made = 0;
        for (; spins_made < spins && !permit_is_there(); ++spins_made) {
            Cpu::relax();
        }
        if (!take_permit()) {
            return false;
        }
        spin_.learn_spins(spins_made);
        return true;
    }

    /// Learns from a sleep that began at `start` and that a wake ended. If the thread took the
    /// permit before it slept, the CPU and the time are those of an earlier wake.
    void learn_wake(bool wants_time, clock::time_point start, int spins) noexcept {
        const int waking_cpu = waking_cpu_.load(std::memory_order_relaxed);
        const clock::time_point woken_at(woken_at_.load(std::memory_order_relaxed));
        if (waking_cpu >= 0 && waking_cpu == Cpu::number()) {
            spin_.learn_alone();
        } else if (!wants_time) {
            spin_.learn_company();
        } else if (woken_at >= start) {
            spin_.template learn<Time>(woken_at - start, Time::now() - woken_at, spins);
        } else {
            spin_.learn_spins(2 * spins);
        }
    }

    basic_parker<park, Word, Time> parker_;
    // Written by a wake between its two halves, so the kernel orders them before the end of the
    // sleep. Atomic, because a sleep may also end between the two halves.
    std::atomic<int> waking_cpu_{-1};
    std::atomic<clock::duration> woken_at_{clock::duration::zero()};
    // Only the sleeping thread writes to this cache line.
    alignas(64) adaptive_spin spin_;
    bool has_slept_ = false;
};

/// The usual sleeper that spins first.
using adaptive_parker = basic_adaptive_parker<>;

// Design: only the parker's functions take a permit, so its argument holds here, too: see
// common/sleep/README.md. The spins, the CPU and the time only decide how long the next sleep
// spins. So a wrong lesson costs time, but loses no wake.

} // namespace tollgate::sleep
