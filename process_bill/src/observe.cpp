// SPDX-License-Identifier: BSL-1.0
#include "observe.hpp"

#include <algorithm>
#include <csignal>

namespace tollgate::bill {

observation_end observe(proc_source& source, caught_signals& signals,
                        const started_command* command,
                        std::optional<std::chrono::steady_clock::time_point> end) {
    while (true) {
        const auto due = source.sample();
        if (command != nullptr ? command->has_ended() : source.all_ended()) {
            return observation_end::processes;
        }
        const auto wake_up = end ? std::min(due, *end) : due;
        while (const std::optional<int> signal = signals.wait_until(wake_up)) {
            if (*signal != SIGCHLD) {
                return observation_end::interrupted;
            }
            if (command != nullptr && command->has_ended()) {
                return observation_end::processes;
            }
        }
        if (end && std::chrono::steady_clock::now() >= *end) {
            return observation_end::time;
        }
    }
}

} // namespace tollgate::bill
