// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tollgate::liveness {

/// What a registry has done so far.
struct statistics {
    std::uint64_t looks = 0; ///< of the monitor at all records
    std::uint64_t late_looks =
        0;                    ///< that came so late that not all the time was held against anyone
    std::uint64_t events = 0; ///< found
    std::uint64_t lost = 0;   ///< of these, because sinks were too slow or memory was short
    std::uint64_t failed_calls = 0; ///< of sinks and of on_pulse: they threw
    std::size_t records = 0;        ///< that exist, in use or spare
};

} // namespace tollgate::liveness
