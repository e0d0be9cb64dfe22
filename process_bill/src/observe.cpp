// SPDX-License-Identifier: BSL-1.0
#include "observe.hpp"

#include <algorithm>
#include <csignal>

namespace tollgate::bill {
namespace {

/// All processes have ended. Ctrl-C ends a command, too, so its signal may have come just before.
observation_end end_of_processes(caught_signals& signals) {
    while (const std::optional<int> signal = signals.wait_until({})) {
        if (*signal != SIGCHLD) {
            return observation_end::interrupted;
        }
    }
    return observation_end::processes;
}

} // namespace

observation_end observe(sources& from, caught_signals& signals,
                        std::optional<std::chrono::steady_clock::time_point> end) {
    while (true) {
        const auto due = from.sample();
        if (from.all_ended()) {
            return end_of_processes(signals);
        }
        const auto wake_up = end ? std::min(due, *end) : due;
        while (const std::optional<int> signal = signals.wait_until(wake_up)) {
            if (*signal != SIGCHLD) {
                return observation_end::interrupted;
            }
            if (from.all_ended()) {
                return end_of_processes(signals);
            }
        }
        if (end && std::chrono::steady_clock::now() >= *end) {
            return observation_end::time;
        }
    }
}

} // namespace tollgate::bill
