// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/adaptive_spin.hpp>
#include <tollgate/sleep/current_cpu.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <chrono>

namespace tollgate::queue::detail {

/// The CPU of the thread that notified a waiting thread, and the time of the notification.
struct notification {
    int cpu = -1;
    std::chrono::steady_clock::time_point time{}; ///< only set if the waiting thread wants the time

    template <sleep::time_source Time>
    static notification now(bool wants_time) noexcept {
        return {sleep::current_cpu(),
                wants_time ? Time::now() : std::chrono::steady_clock::time_point{}};
    }

    /// Learns from a wait that slept from `start` on, after `spins_made` spins, until this
    /// notification.
    template <sleep::time_source Time>
    void teach(sleep::adaptive_spin& spin, bool wants_time,
               std::chrono::steady_clock::time_point start, int spins_made) const noexcept {
        if (cpu >= 0 && cpu == sleep::current_cpu()) {
            spin.learn_alone();
        } else if (wants_time) {
            spin.template learn<Time>(time - start, Time::now() - time, spins_made);
        } else {
            spin.learn_company();
        }
    }
};

} // namespace tollgate::queue::detail
