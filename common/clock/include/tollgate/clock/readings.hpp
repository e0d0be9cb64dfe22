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

/// Measures empty intervals: reads the beginning and at once the end, many times. Returns the
/// lengths of the intervals in ascending order, in counts of the clock. These lengths are the times
/// that the readings add to measured intervals. If the clock went back, a length is negative.
///
///     const auto median_of = [](const auto& watch) {
///         return clock::empty_intervals(watch, 4'001)[2'000];
///     };
template <stopwatch Clock>
std::vector<std::int64_t> empty_intervals(const Clock& clock, int samples = 4096) {
    std::vector<std::int64_t> intervals(static_cast<std::size_t>(samples));
    for (std::int64_t& interval : intervals) {
        const std::int64_t start = clock.begin();
        interval = clock.end() - start;
    }
    std::sort(intervals.begin(), intervals.end());
    return intervals;
}

/// Measures the step of a clock, in counts of the clock. The function reads the clock many times,
/// and takes the lengths of the intervals between successive readings. The step is the smallest
/// difference between two of these lengths, or between a length and zero. For a clock that steps by
/// 1 µs, the result is 1 µs. If the step of a clock is small and a reading takes long, the result
/// is less than the cost of a reading. The result is empty if the clock did not move during all
/// readings: a coarse clock stands still for milliseconds.
///
/// A step that is not a whole number of counts is sometimes rounded up and sometimes rounded down.
/// So the function treats two lengths that differ by one count as one length. But of three lengths
/// such as 41, 42 and 43, the function treats the third as a new length.
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
