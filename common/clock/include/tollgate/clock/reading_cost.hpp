// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tollgate::clock {

/// What an empty interval reads, in counts, ascending: the distribution of the cost of one reading
/// (the tail of the first and the head of the second), in exactly the shape in which intervals are
/// taken. A clock that went backwards shows as a negative value.
template <stopwatch Clock>
std::vector<std::int64_t> empty_intervals(const Clock& clock, int samples = 4096) {
    std::vector<std::int64_t> seen(static_cast<std::size_t>(samples));
    for (std::int64_t& interval : seen) {
        const std::int64_t start = clock.begin();
        interval = clock.end() - start;
    }
    std::sort(seen.begin(), seen.end());
    return seen;
}

} // namespace tollgate::clock
