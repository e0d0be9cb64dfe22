// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>

namespace tollgate::clock {

/// The rate of a counter, measured against a reference clock.
///
///     const clock::rate rate = clock::rate_between({0, 0, 50}, {3'000'000, 1'000'000, 50});
///     const double tick_ns = rate.ns_per_count(); // a third of a nanosecond
struct rate {
    double hz = 0;       ///< counts per second
    double hz_error = 0; ///< the largest error of `hz`, up or down
    bool even = false;   ///< whether the two halves of the calibration agree within their errors

    /// Returns the length of a count.
    [[nodiscard]] double ns_per_count() const { return 1e9 / hz; }
};

/// The readings of a counter and of a reference clock at the same moment. The reference is read
/// before and after the counter. The width is the time between these two readings of the reference.
struct paired_reading {
    std::int64_t counts = 0;       ///< the reading of the counter
    std::int64_t reference_ns = 0; ///< the time of the reference; its error is up to half the width
    std::int64_t width_ns = 0;     ///< the time between the two readings of the reference
};

/// Reads the counter between two readings of the reference, several times. Returns the readings
/// with the smallest width. So an interrupt between some of the readings does no harm.
template <stopwatch Counter, stopwatch Reference>
paired_reading read_pair(const Counter& counter, const Reference& reference, int tries = 32) {
    paired_reading best{0, 0, INT64_MAX};
    for (int i = 0; i < tries; ++i) {
        const std::int64_t before = reference.end();
        const std::int64_t counts = counter.begin();
        const std::int64_t after = reference.begin();
        if (after - before < best.width_ns) {
            best = {counts, before + (after - before) / 2, after - before};
        }
    }
    return best;
}

/// Computes the rate between two paired readings. The error of the rate is computed from the widths
/// of both paired readings and from the unit of the reference, 1 ns.
inline rate rate_between(const paired_reading& from, const paired_reading& to) {
    const auto elapsed_ns = static_cast<double>(to.reference_ns - from.reference_ns);
    const double open_ns = 0.5 * static_cast<double>(from.width_ns + to.width_ns) + 1.0;
    rate result;
    result.hz = static_cast<double>(to.counts - from.counts) * 1e9 / elapsed_ns;
    result.hz_error = std::abs(result.hz) * open_ns / elapsed_ns;
    return result;
}

/// Measures the rate of a counter with a reference clock in nanoseconds. Calls `wait(length)` twice
/// and compares the rates of these two halves. With a width of 50 ns, two waits of 8 ms give an
/// error of 3 parts in a million. If the counter stops during sleep or changes its rate, the
/// calibration is not `even`.
template <stopwatch Counter, stopwatch Reference, class Wait>
rate calibrate_rate(const Counter& counter, const Reference& reference, Wait&& wait,
                    std::chrono::nanoseconds length = std::chrono::milliseconds(8)) {
    const paired_reading start = read_pair(counter, reference);
    wait(length);
    const paired_reading middle = read_pair(counter, reference);
    wait(length);
    const paired_reading stop = read_pair(counter, reference);

    const rate first = rate_between(start, middle);
    const rate second = rate_between(middle, stop);
    rate whole = rate_between(start, stop);
    whole.even = std::abs(first.hz - second.hz) <= first.hz_error + second.hz_error;
    return whole;
}

} // namespace tollgate::clock
