// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace tollgate::sleep {

/// How often a thread spins before it sleeps, learned from its sleeps: not at all where spinning
/// never helped, and at most for as long as a sleep costs both threads that take part in it.
///
///     tollgate::sleep::adaptive_spin spin;
///     std::atomic<bool> ready{true}; // another thread sets it
///     for (int spins = spin.spins(); spins > 0 && !ready; --spins) {
///         tollgate::sleep::relax();
///     }
///     // Not ready: sleep, then tell `learn` about the sleep.
///
/// - *Threads*: any. If two threads learn at the same moment, a part may be lost: some
///   microseconds, and nothing else.
/// - *Cost*: a spin that ends the wait teaches nothing and costs no clock reading.
class adaptive_spin {
public:
    /// The unit of all times.
    using nanoseconds = std::chrono::nanoseconds;

    /// How often to check what you wait for, with a relax() in between, before you sleep.
    [[nodiscard]] int spins() const noexcept { return spins_.load(std::memory_order_relaxed); }

    /// Whether you should measure a sleep for `learn`. Times are of no use to a thread that shares
    /// its CPU with the thread that it waits for.
    [[nodiscard]] bool wants_time() const noexcept {
        return !alone_.load(std::memory_order_relaxed);
    }

    /// A thread on the same CPU ended the sleep: it could not have done so while this thread spun.
    void learn_alone() noexcept {
        if (wants_time()) {
            alone_.store(true, std::memory_order_relaxed);
            spins_.store(0, std::memory_order_relaxed);
        }
    }
    /// A thread on another CPU ended the sleep, for the first time since `learn_alone`.
    void learn_company() noexcept { alone_.store(false, std::memory_order_relaxed); }

    /// Tells how a sleep went that a thread on another CPU ended. A spin would have ended after
    /// `until_there`; from then on it took the time `waking` until this thread ran again.
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
    /// Falling asleep, and waking the sleeper, cost about as much again as waking up.
    static constexpr int both_sides = 2;
    static constexpr nanoseconds least_cost{1'000};
    /// If a wake-up took longer, the CPU had other things to do.
    static constexpr nanoseconds largest_cost{100'000};
    static constexpr nanoseconds longest_spin{1'000};
    /// Each measurement takes about a microsecond.
    static constexpr unsigned first_measurements = 4;
    static constexpr unsigned sleeps_between_measurements = 64;

    /// The time differs by a factor of ten between CPUs, so it is measured: at the first sleeps,
    /// and now and then later. A thread may lose its CPU during a measurement, which only ever
    /// makes it longer. So a shorter time counts at once, and a longer time by little.
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
    /// Some microseconds, until the first sleep.
    std::atomic<int> spins_{100};
    std::atomic<int> sleep_costs_ns_{20'000};
    std::atomic<int> spin_ns_{0};
    std::atomic<unsigned> sleeps_{0}; ///< told to `learn`
};

// Design: a wait costs at most twice what the best decision would have cost, because a thread spins
// at most for as long as a sleep costs both threads. With a lower maximum, two threads that wake
// each other would go on sleeping: each waits for as long as the other takes to wake up.

} // namespace tollgate::sleep
