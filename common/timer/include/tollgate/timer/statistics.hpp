// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::timer {

/// The numbers of operations of a set of `timers` so far.
struct statistics {
    /// Readings of the clock.
    std::uint64_t clock_readings = 0;
    /// The number of queue operations. An operation puts an entry into the queue, takes an entry
    /// out of the queue, or finds an entry due.
    std::uint64_t queue_operations = 0;
};

} // namespace tollgate::timer
