// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
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

/// The step in which this clock counts, as seen from outside, in its counts: the least distance
/// between the lengths of neighbouring readings, and zero. A clock that steps by 1 us shows 1 us,
/// one that is only slow to read shows less than a reading takes. Nothing if it did not move within
/// `readings`: a coarse clock stands still for milliseconds.
///
/// A step that is no whole number of counts is rounded up in one reading and down in the next, so
/// two lengths that are one count apart are taken for one; three in a row are not a rounding.
template <stopwatch Clock>
std::optional<std::int64_t> smallest_step(const Clock& clock, std::size_t readings = 2000) {
    std::set<std::int64_t> lengths{0};
    std::int64_t before = clock.begin();
    for (std::size_t i = 0; i < readings; ++i) {
        const std::int64_t now = clock.begin();
        lengths.insert(now - before);
        before = now;
    }
    std::optional<std::int64_t> least;
    std::int64_t step_start = 0;
    std::int64_t previous = 0;
    for (const std::int64_t length : lengths) {
        const bool rounding = length == previous + 1 && previous == step_start && previous != 0;
        if (length > step_start && !rounding) {
            const std::int64_t distance = length == previous + 1 ? 1 : length - step_start;
            least = (std::min)(least.value_or(distance), distance);
            step_start = length;
        }
        previous = length;
    }
    return least;
}

} // namespace tollgate::clock
