// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::timer {

/// What a set of `timers` has done so far.
struct statistics {
    /// Readings of the clock.
    std::uint64_t clock_readings = 0;
    /// Entries put into the queue, taken out of the queue, and found due in the queue.
    std::uint64_t queue_operations = 0;
};

} // namespace tollgate::timer
