// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "caught_signals.hpp"
#include "sources.hpp"

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
/// and a signal end it.
[[nodiscard]] observation_end observe(sources& from, caught_signals& signals,
                                      std::optional<std::chrono::steady_clock::time_point> end);

} // namespace tollgate::bill
