// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::fiber {

/// The numbers that a scheduler has counted since it was made. The timers of the scheduler have
/// separate counters.
struct statistics {
    std::uint64_t dispatcher_passes = 0; ///< runs of Boost's dispatcher
    std::uint64_t clock_checks = 0;      ///< readings of the clock between fibers' time slices
    std::uint64_t sleeps = 0;            ///< sleeps of the thread, because no fiber was ready
};

} // namespace tollgate::fiber
