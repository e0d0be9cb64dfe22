// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "stamps.hpp"

#include <tollgate/liveness/registry.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tollgate::liveness_test {

/// More threads than CPUs, for a while.
struct crowd_of_threads {
    std::size_t spinners; ///< who want the CPU all the time
    std::size_t workers;  ///< who pass a checkpoint after each 0.1 ms of work, and now and then
                          ///< sleep for a millisecond
    std::chrono::nanoseconds lasts;
};

struct window_of_load {
    std::int64_t longest = 0; ///< that a worker went without a checkpoint, in the probe's counts
    std::uint64_t least_checkpoints = 0; ///< of a worker
    measure::loop_report report;
};

/// Threads: as many as it says besides the calling one, which waits. Throws what run_crew throws.
[[nodiscard]] window_of_load load_for(const crowd_of_threads& who, liveness::registry& in,
                                      const stamps& stamp);

} // namespace tollgate::liveness_test
