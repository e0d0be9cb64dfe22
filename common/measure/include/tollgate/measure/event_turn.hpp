// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/relax.hpp>

#include <chrono>

namespace tollgate::measure {

/// How one thread of a pair, who is about to wait, lets the other one, who is to end the wait,
/// know: given before each wait and taken before each end. Giving publishes what was written
/// before.
class event_turn {
public:
    void give() noexcept { given_.wake(); }

    /// Spins where the taker has a CPU for itself, so that it need not be woken for each event.
    /// Otherwise it sleeps, and then lets the giver, on the same CPU, begin its wait.
    void take(bool spins) noexcept {
        if (!spins) {
            given_.sleep();
            sleep::parker pause;
            pause.sleep_for(falling_asleep);
            return;
        }
        while (given_.sleep_until(clock::time_point::min()) == sleep::outcome::timeout) {
            sleep::relax();
        }
    }

private:
    using clock = std::chrono::steady_clock;

    static constexpr std::chrono::microseconds falling_asleep{20};

    sleep::parker given_;
};

/// Spins, so that the thread runs when the moment has come.
inline void spin_until(std::chrono::steady_clock::time_point moment) noexcept {
    while (std::chrono::steady_clock::now() < moment) {
        sleep::relax();
    }
}

/// Stores of who brings an event about are over so long after them, and no part of the event.
inline constexpr std::chrono::microseconds time_to_publish{5};

} // namespace tollgate::measure
