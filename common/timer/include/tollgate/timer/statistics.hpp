// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::timer {

/// What a set of timers has done so far.
struct statistics {
    std::uint64_t clock_readings = 0;
    /// Entries put into the queue, taken out of it, and found due in it.
    std::uint64_t queue_operations = 0;
};

} // namespace tollgate::timer
