// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/source.hpp>

#include <cstdint>
#include <string>

namespace tollgate::measure {

/// The properties of a run's clock, measured on the thread that called `calibrate`.
struct calibration {
    clock::source source = clock::source::realtime; ///< the clock
    double ns_per_count = 1;                        ///< the length of one count of the clock
    double rate_hz = 1e9;                           ///< counts per second
    /// The error of `rate_hz`; 0 if the clock counts nanoseconds by definition.
    double rate_error_hz = 0;
    /// Whether the CPU's counter has the same rate at every CPU frequency.
    bool counter_invariant = false;
    double resolution_ns = 0; ///< the smallest observed step; 0 if the clock did not move
    /// The median length of an empty interval, which is the time between two successive readings.
    /// This length is the cost of one clock reading.
    double reading_ns_p50 = 0;
    double reading_ns_p99 = 0;         ///< the 99th percentile of these lengths
    std::uint64_t reading_samples = 0; ///< the number of measured empty intervals
};

/// Calibrates the clock `source`.
///
///     const auto clock = tollgate::measure::calibrate(tollgate::clock::source::monotonic);
///     const double empty_ns = clock.reading_ns_p50;
///
/// - *Exceptions*: std::runtime_error if the counter is not usable as a clock on this machine,
///   because the counter is not invariant or ran unevenly.
/// - *Cost*: about 1 ms. The counter takes another 20 ms, in which the thread sleeps.
[[nodiscard]] calibration calibrate(clock::source source,
                                    const clock::invariance& counter = clock::judge_counter());

} // namespace tollgate::measure
