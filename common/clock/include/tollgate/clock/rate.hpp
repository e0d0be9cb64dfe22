// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>

namespace tollgate::clock {

/// How many counts of a clock make a second, measured against another clock.
struct rate {
    double hz = 0;
    /// Half the width of the range that the two bracketed readings leave open.
    double hz_error = 0;
    /// The two halves of the calibration agreed within their errors: the counter ran evenly.
    bool even = false;

    [[nodiscard]] double ns_per_count() const { return 1e9 / hz; }
};

/// One moment on both clocks: the counter was read at `reference_ns` give or take half the width.
struct paired_reading {
    std::int64_t counts = 0;
    std::int64_t reference_ns = 0;
    std::int64_t width_ns = 0;
};

/// Reads the counter between two readings of the reference, several times, and keeps the tightest:
/// an interrupt between them widens the bracket and is thereby left out.
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

/// The rate between two moments. The error is what both brackets leave open, at least the
/// reference's own unit.
inline rate rate_between(const paired_reading& from, const paired_reading& to) {
    const auto elapsed_ns = static_cast<double>(to.reference_ns - from.reference_ns);
    const double open_ns = 0.5 * static_cast<double>(from.width_ns + to.width_ns) + 1.0;
    rate result;
    result.hz = static_cast<double>(to.counts - from.counts) * 1e9 / elapsed_ns;
    result.hz_error = std::abs(result.hz) * open_ns / elapsed_ns;
    return result;
}

/// Calibrates a counter against a reference in nanoseconds: waits `length` twice by calling
/// `wait(length)` and compares the halves. With a bracket of 50 ns, 2 x 8 ms give 3 parts in a
/// million. A counter that stops in sleep, or changes its rate, is seen as uneven.
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
