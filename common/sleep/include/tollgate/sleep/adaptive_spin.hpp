// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/relax.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace tollgate::sleep {

/// How long a thread spins before it sleeps, learned from its sleeps: not at all where spinning
/// never helped, and at most for as long as a sleep costs both threads that take part in it. So a
/// wait costs at most twice what the best decision would have cost. (With a lower limit, two
/// threads that wake each other would go on sleeping: each then waits for as long as the other
/// takes to wake up.) Each sleep tells how long the thread would have had to spin instead, and what
/// the sleep cost. A spin that ends the wait teaches nothing and costs no clock reading.
///
/// It is a number of looks, not a loop: the caller looks at what it waits for, with a relax()
/// between two looks.
///
/// Threads: any. Of what two threads learn at the same moment one part may be lost, which costs
/// some microseconds and nothing else.
class adaptive_spin {
public:
    using nanoseconds = std::chrono::nanoseconds;

    /// How often to look, with a relax() in between.
    [[nodiscard]] int looks() const noexcept { return looks_.load(std::memory_order_relaxed); }

    /// Whether `learn` is to be told times. They are of no use to a thread that shares its CPU with
    /// the thread that it waits for.
    [[nodiscard]] bool wants_time() const noexcept {
        return !alone_.load(std::memory_order_relaxed);
    }

    /// A thread on the same CPU ended the sleep: it could not have done so while this thread spun.
    void learn_alone() noexcept {
        if (wants_time()) {
            alone_.store(true, std::memory_order_relaxed);
            looks_.store(0, std::memory_order_relaxed);
        }
    }
    /// A thread on another CPU ended the sleep, for the first time again.
    void learn_company() noexcept { alone_.store(false, std::memory_order_relaxed); }

    /// Spinning would have taken `until_there`; from then on it took `waking` to run again.
    template <time_source Time>
    void learn(nanoseconds until_there, nanoseconds waking) noexcept {
        const nanoseconds before(sleep_costs_ns_.load(std::memory_order_relaxed));
        const nanoseconds costs =
            std::clamp(before + (both_sides * waking - before) / 8, least_cost, largest_cost);
        sleep_costs_ns_.store(static_cast<int>(costs.count()), std::memory_order_relaxed);
        const int worth = static_cast<int>(costs / time_of_a_look<Time>());
        looks_.store(until_there <= costs ? worth : (std::min)(looks() / 2, worth),
                     std::memory_order_relaxed);
    }

private:
    /// Falling asleep, and waking the sleeper, cost about as much again as waking up.
    static constexpr int both_sides = 2;
    static constexpr nanoseconds least_cost{1'000};
    /// A wake-up that took longer says that the CPU had other things to do.
    static constexpr nanoseconds largest_cost{100'000};
    static constexpr nanoseconds longest_look{1'000};
    /// Each takes about a microsecond.
    static constexpr unsigned first_measurements = 4;
    static constexpr unsigned sleeps_between_measurements = 64;

    /// It differs by a factor of ten between CPUs, so it is measured: at the first sleeps, and now
    /// and then later. A thread may lose its CPU in the middle of that, which only ever makes a
    /// look longer. So a shorter time is believed at once, and a longer one by little.
    template <time_source Time>
    nanoseconds time_of_a_look() noexcept {
        int look_ns = look_ns_.load(std::memory_order_relaxed);
        const unsigned sleeps = sleeps_.load(std::memory_order_relaxed);
        sleeps_.store(sleeps + 1, std::memory_order_relaxed);
        if (sleeps < first_measurements || sleeps % sleeps_between_measurements == 0) {
            const int measured = measure_a_look<Time>();
            const int most = look_ns == 0 ? measured : look_ns + look_ns / 8 + 1;
            look_ns = (std::min)(measured, most);
            look_ns_.store(look_ns, std::memory_order_relaxed);
        }
        return nanoseconds(look_ns);
    }

    template <time_source Time>
    static int measure_a_look() noexcept {
        constexpr int looks_to_measure = 32;
        const auto start = Time::now();
        for (int i = 0; i < looks_to_measure; ++i) {
            relax();
        }
        const nanoseconds a_look = (Time::now() - start) / looks_to_measure;
        return static_cast<int>(std::clamp(a_look, nanoseconds(1), longest_look).count());
    }

    std::atomic<bool> alone_{false};
    /// Some microseconds, until something is known.
    std::atomic<int> looks_{100};
    std::atomic<int> sleep_costs_ns_{20'000};
    std::atomic<int> look_ns_{0};
    std::atomic<unsigned> sleeps_{0}; ///< that `learn` was told of
};

} // namespace tollgate::sleep
