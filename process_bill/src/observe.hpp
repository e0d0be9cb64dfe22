// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "caught_signals.hpp"
#include "proc/proc_source.hpp"
#include "started_command.hpp"

#include <chrono>
#include <optional>

namespace tollgate::bill {

/// Why an observation ended.
enum class observation_end {
    time,       ///< the time is over
    processes,  ///< no process is left, or the command ended
    interrupted ///< a signal asked for the end
};

/// Takes samples until this time, or until no process is left. Without a time, only the processes
/// and a signal end it. `command` is the observed one, or null.
[[nodiscard]] observation_end observe(proc_source& source, caught_signals& signals,
                                      const started_command* command,
                                      std::optional<std::chrono::steady_clock::time_point> end);

} // namespace tollgate::bill
