// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace tollgate::sleep {

/// An object that learns how often a thread should spin before the thread sleeps. A *spin* is one
/// check of what the thread waits for, and a relax(). If spinning does not help, the number of
/// spins falls to zero. The number of spins is chosen so that a wait spins at most for about the
/// time that a sleep costs. The cost of a sleep is a sum: the time of the sleeping thread and the
/// time of the waking thread.
///
///     tollgate::sleep::adaptive_spin spin;
///     std::atomic<bool> ready{true}; // in a real program, another thread sets `ready`
///     for (int spins = spin.spins(); spins > 0 && !ready; --spins) {
///         tollgate::sleep::relax();
///     }
///     // If `ready` is still false: sleep, and call `learn` with the times of the sleep.
///
/// - *Threads*: any. If two threads call `learn` at the same moment, a part of what the object
///   learns may be lost. This loss changes the spin time by some microseconds, and has no other
///   effect.
/// - *Cost*: a wait that ends during the spins costs no clock reading, and no store to this object.
class adaptive_spin {
public:
    /// The unit of all times.
    using nanoseconds = std::chrono::nanoseconds;

    /// Returns the number of spins that you should make before you sleep.
    [[nodiscard]] int spins() const noexcept { return spins_.load(std::memory_order_relaxed); }

    /// Returns whether you should measure the times of the next sleep for `learn`. After
    /// `learn_alone` and until `learn_company`, the function returns false. The times are of no use
    /// if the sleeping thread and the waking thread share a CPU.
    [[nodiscard]] bool wants_time() const noexcept {
        return !alone_.load(std::memory_order_relaxed);
    }

    /// Call this function if a thread on the same CPU ended the sleep. The first such call
    /// after `learn_company` sets the number of spins to zero, because the other thread cannot run
    /// while this thread spins. Further calls have no effect before the next `learn_company`.
    void learn_alone() noexcept {
        if (wants_time()) {
            alone_.store(true, std::memory_order_relaxed);
            spins_.store(0, std::memory_order_relaxed);
        }
    }
    /// Call this function after `learn_alone`, when a thread on another CPU ends a sleep. One call
    /// is enough: `wants_time` returns true until the next `learn_alone`.
    void learn_company() noexcept { alone_.store(false, std::memory_order_relaxed); }

    /// Learns from a sleep that a thread on another CPU ended. `until_there` is the time from the
    /// beginning of the wait to the wake-up call. If this thread had spun for this time, no sleep
    /// would have been necessary. `waking` is the time from the wake-up call until this thread ran
    /// again.
    template <time_source Time>
    void learn(nanoseconds until_there, nanoseconds waking) noexcept {
        const nanoseconds before(sleep_costs_ns_.load(std::memory_order_relaxed));
        const nanoseconds costs =
            std::clamp(before + (both_sides * waking - before) / 8, least_cost, largest_cost);
        sleep_costs_ns_.store(static_cast<int>(costs.count()), std::memory_order_relaxed);
        const int worth = static_cast<int>(costs / time_of_a_spin<Time>());
        spins_.store(until_there <= costs ? worth : (std::min)(spins() / 2, worth),
                     std::memory_order_relaxed);
    }

private:
    /// A sleep costs both threads together about two times `waking`. The reason is that falling
    /// asleep and the wake-up call together cost about as much as waking up.
    static constexpr int both_sides = 2;
    static constexpr nanoseconds least_cost{1'000};
    /// If a sleep costs more than this time, the reason is other work on the CPU.
    static constexpr nanoseconds largest_cost{100'000};
    static constexpr nanoseconds longest_spin{1'000};
    /// Each of the first sleeps measures the time of a spin. A measurement takes about a
    /// microsecond.
    static constexpr unsigned first_measurements = 4;
    static constexpr unsigned sleeps_between_measurements = 64;

    /// Returns the time of one spin. This time differs by a factor of ten between CPUs. So the
    /// function measures the time at the first sleeps, and at every 64th later sleep. If the thread
    /// loses its CPU during a measurement, the measured time is too long. So a shorter measured
    /// time replaces the result at once, but a longer time increases the result by about an eighth
    /// at most.
    template <time_source Time>
    nanoseconds time_of_a_spin() noexcept {
        int spin_ns = spin_ns_.load(std::memory_order_relaxed);
        const unsigned sleeps = sleeps_.load(std::memory_order_relaxed);
        sleeps_.store(sleeps + 1, std::memory_order_relaxed);
        if (sleeps < first_measurements || sleeps % sleeps_between_measurements == 0) {
            const int measured = measure_a_spin<Time>();
            const int most = spin_ns == 0 ? measured : spin_ns + spin_ns / 8 + 1;
            spin_ns = (std::min)(measured, most);
            spin_ns_.store(spin_ns, std::memory_order_relaxed);
        }
        return nanoseconds(spin_ns);
    }

    template <time_source Time>
    static int measure_a_spin() noexcept {
        constexpr int spins_to_measure = 32;
        const auto start = Time::now();
        for (int i = 0; i < spins_to_measure; ++i) {
            relax();
        }
        const nanoseconds a_spin = (Time::now() - start) / spins_to_measure;
        return static_cast<int>(std::clamp(a_spin, nanoseconds(1), longest_spin).count());
    }

    std::atomic<bool> alone_{false};
    /// The first number of spins takes some microseconds, and is used until the first sleep.
    std::atomic<int> spins_{100};
    std::atomic<int> sleep_costs_ns_{20'000};
    std::atomic<int> spin_ns_{0};
    std::atomic<unsigned> sleeps_{0}; ///< the sleeps from which `learn` has learned
};

// Design: a thread spins at most for as long as a sleep costs both threads. So a wait costs at most
// twice as much as the better choice, to spin or to sleep. If the longest spin were shorter, two
// threads that wake each other would sleep in every wait: each thread waits until the other thread
// has woken up, which takes longer than such a spin.

} // namespace tollgate::sleep
