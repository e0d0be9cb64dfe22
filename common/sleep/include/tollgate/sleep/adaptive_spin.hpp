// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/detail/recent_waits.hpp>
#include <tollgate/sleep/relax.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tollgate::sleep {

/// An object that learns for how long a thread should spin before the thread sleeps. A *spin* is
/// one check of what the thread waits for, and a relax(). The object knows how long the recent
/// waits were, and chooses the number of spins that costs least for waits like these. The cost of a
/// wait is the time of the spins, and the cost of the sleep if there is a sleep. The cost of a
/// sleep is a sum: the time of the sleeping thread and the time of the waking thread. This sum
/// counts as at most 100 µs, so the spins before a sleep take at most about 140 µs. The time of a
/// spin is measured with relax() alone. If your check is slow, the spins take longer.
///
///     tollgate::sleep::adaptive_spin spin;
///     std::atomic<bool> ready{true}; // in a real program, another thread sets `ready`
///     int spins_made = 0;
///     for (; spins_made < spin.spins() && !ready; ++spins_made) { tollgate::sleep::relax(); }
///     if (ready) { spin.learn_spins(spins_made); }
///     // Otherwise: sleep, and call `learn` or `learn_timeout` with the times of the sleep.
///
/// - *Threads*: any. If two threads learn at the same moment, a part of what the object learns may
///   be lost. This loss changes the spin time of some waits, and has no other effect.
/// - *Memory order*: none; all operations are relaxed.
/// - *Cost*: a wait that ends during the spins costs no clock reading. A brief wait also costs no
///   store to this object. Other waits that end during the spins cost some stores. A wait is brief
///   if it lasts at most 1/32 of what a sleep costs.
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

    /// Call this function if a thread on the same CPU ended the sleep. The call sets the number of
    /// spins to zero, because the other thread cannot run while this thread spins. A call that
    /// finds this state already stores nothing.
    void learn_alone() noexcept {
        if (wants_time() || spins() != 0) { // another thread may have called `learn` meanwhile
            alone_.store(true, std::memory_order_relaxed);
            spins_.store(0, std::memory_order_relaxed);
        }
    }
    /// Call this function after `learn_alone`, when a thread on another CPU ends a sleep. One call
    /// is enough: `wants_time` returns true until the next `learn_alone`.
    void learn_company() noexcept { alone_.store(false, std::memory_order_relaxed); }

    /// Learns from a wait that ended during the spins. `spins_made` is the number of spins. If the
    /// wait ended after the spins, while the thread was about to sleep, pass twice the number: some
    /// more spins would have ended the wait.
    void learn_spins(int spins_made) noexcept {
        if (spins_made > usual_spins_.load(std::memory_order_relaxed)) {
            learn_unusual(spins_made);
        }
    }

    /// Learns from a sleep that a thread on another CPU ended. `until_there` is the time from the
    /// beginning of the wait to the wake-up call. If this thread had spun for this time, no sleep
    /// would have been necessary. `waking` is the time from the wake-up call until this thread ran
    /// again. If `until_there` begins after the spins, `spins_made` is the number of spins.
    template <time_source Time>
    void learn(nanoseconds until_there, nanoseconds waking, int spins_made = 0) noexcept {
        nanoseconds costs(sleep_costs_ns_.load(std::memory_order_relaxed));
        if (waking >= shortest_waking || until_there >= long_asleep) {
            const bool is_early = sleeps_.load(std::memory_order_relaxed) < first_measurements;
            const nanoseconds this_sleep =
                std::clamp(both_sides * waking, smallest_cost, largest_cost);
            costs += (this_sleep - costs) / (is_early ? 2 : 8);
            sleep_costs_ns_.store(static_cast<int>(costs.count()), std::memory_order_relaxed);
        }
        const nanoseconds spin = time_of_a_spin<Time>();
        add(until_there + spins_made * spin, costs, spin);
    }

    /// Learns from a sleep that ended at its deadline, without a wake-up call. `asleep` is the time
    /// of the sleep. If this time begins after the spins, `spins_made` is the number of spins.
    void learn_timeout(nanoseconds asleep, int spins_made = 0) noexcept {
        const nanoseconds spin(spin_ns_.load(std::memory_order_relaxed));
        const nanoseconds wait = asleep + spins_made * spin;
        if (knows_spins(spin) && wait > usual_spins_.load(std::memory_order_relaxed) * spin) {
            add(wait, nanoseconds(sleep_costs_ns_.load(std::memory_order_relaxed)), spin);
        }
    }

private:
    /// A sleep costs both threads together about two times `waking`. The reason is that falling
    /// asleep and the wake-up call together cost about as much as waking up.
    static constexpr int both_sides = 2;
    /// A thread that ran again sooner may not have slept: the wake-up call may have come while the
    /// thread was about to sleep. Such a call does not show what a sleep costs.
    static constexpr nanoseconds shortest_waking{2'000};
    /// A thread that waited for this time slept, however soon it ran again.
    static constexpr nanoseconds long_asleep = 10 * shortest_waking;
    /// If a sleep seems to cost less than this time, the clocks of the two CPUs differ.
    static constexpr nanoseconds smallest_cost{2'000};
    /// If a sleep costs more than this time, the reason is other work on the CPU.
    static constexpr nanoseconds largest_cost{100'000};
    static constexpr nanoseconds longest_spin{1'000};
    /// Waits that end during long spins do not show what a sleep costs. So each such wait decreases
    /// the known cost by this part. After some hundreds of them, a wait sleeps, and shows the cost.
    static constexpr int waits_until_forgotten = 1'024;
    /// Each of the first sleeps measures the time of a spin. A measurement takes about a
    /// microsecond.
    static constexpr unsigned first_measurements = 4;
    static constexpr unsigned sleeps_between_measurements = 64;

    void learn_unusual(int spins_made) noexcept {
        const nanoseconds spin(spin_ns_.load(std::memory_order_relaxed));
        if (!knows_spins(spin)) {
            return;
        }
        const nanoseconds wait = spins_made * spin;
        nanoseconds costs(sleep_costs_ns_.load(std::memory_order_relaxed));
        if (wait > costs / 2) {
            costs -= costs / waits_until_forgotten;
            sleep_costs_ns_.store(static_cast<int>(costs.count()), std::memory_order_relaxed);
        }
        add(wait, costs, spin);
    }

    /// Returns false if no sleep has shown yet how long a spin takes, or if spins are of no use.
    [[nodiscard]] bool knows_spins(nanoseconds spin) const noexcept {
        return spin != nanoseconds(0) && wants_time();
    }

    void add(nanoseconds wait, nanoseconds costs, nanoseconds spin) noexcept {
        detail::recent_waits waits = recent();
        waits.add(wait, costs);
        store(waits, costs, spin);
        choose(waits, costs, spin);
    }

    [[nodiscard]] detail::recent_waits recent() const noexcept {
        return detail::recent_waits({recent_[0].load(std::memory_order_relaxed),
                                     recent_[1].load(std::memory_order_relaxed)});
    }

    void store(const detail::recent_waits& waits, nanoseconds costs, nanoseconds spin) noexcept {
        recent_[0].store(waits.weights()[0], std::memory_order_relaxed);
        recent_[1].store(waits.weights()[1], std::memory_order_relaxed);
        usual_spins_.store(spins_in(costs, 1, spin), std::memory_order_relaxed);
    }

    /// Chooses the best number of spins for waits like these.
    void choose(const detail::recent_waits& waits, nanoseconds costs, nanoseconds spin) noexcept {
        const std::size_t best = waits.cheapest(choice_.load(std::memory_order_relaxed));
        choice_.store(static_cast<std::uint8_t>(best), std::memory_order_relaxed);
        spins_.store(spins_in(costs, best, spin), std::memory_order_relaxed);
    }

    /// Returns the number of spins in a spin time of recent_waits.
    static int spins_in(nanoseconds costs, std::size_t index, nanoseconds spin) noexcept {
        using detail::recent_waits;
        return static_cast<int>(costs * recent_waits::spin_times[index] /
                                (recent_waits::parts * spin));
    }

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
        // Another thread may have counted the first sleeps, and may still measure.
        if (spin_ns == 0 || sleeps < first_measurements ||
            sleeps % sleeps_between_measurements == 0) {
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
    std::atomic<std::uint8_t> choice_{1}; ///< the present index in recent_waits::spin_times
    /// The first number of spins takes some microseconds, and is used until the first sleep.
    std::atomic<int> spins_{100};
    /// A first value that is too small leads to sleeps, which correct the value.
    std::atomic<int> sleep_costs_ns_{5'000};
    std::atomic<int> spin_ns_{0};
    std::atomic<int> usual_spins_{0}; ///< a brief wait: it costs the same with each choice
    std::atomic<unsigned> sleeps_{0}; ///< the sleeps from which `learn` has learned
    std::array<std::atomic<std::uint64_t>, 2> recent_{}; ///< recent_waits::words
};

// Design: the length of each wait becomes known, whether the wait ends during the spins or by a
// wake-up call. So the object need not try spin times to learn about the waits. Only the cost of a
// sleep needs sleeps.
//
// The shortest spin time is 1/32 of the cost of a sleep. Without any spin, a thread would
// always be about to sleep when a brief wait ends, and the waking thread would be slower. So the
// thread would not learn that the waits are brief.
//
// The longest spin time is 1.4 times the cost of a sleep. If it were shorter than a wake-up, two
// threads that wake each other would sleep in every wait: each thread waits until the other thread
// has woken up.

} // namespace tollgate::sleep
