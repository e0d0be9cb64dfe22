// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::fiber {

/// What a scheduler has done so far, but for its timers.
struct statistics {
    std::uint64_t dispatcher_passes = 0;
    /// To see how long its picks take.
    std::uint64_t clock_readings = 0;
    std::uint64_t sleeps = 0; ///< of the thread, for want of a fiber that could run
};

} // namespace tollgate::fiber
