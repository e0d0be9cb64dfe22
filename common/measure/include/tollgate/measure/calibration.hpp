// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/source.hpp>

#include <cstdint>
#include <string>

namespace tollgate::measure {

/// What is known of the clock of a run, measured on the thread that asked.
struct calibration {
    clock::source source = clock::source::realtime;
    double ns_per_count = 1;
    double rate_hz = 1e9;
    double rate_error_hz = 0; ///< 0 where the clock counts nanoseconds by definition
    bool counter_invariant = false;
    double resolution_ns = 0; ///< the smallest step seen; 0 when it did not move
    /// What an empty interval reads: one reading, as a distribution.
    double reading_ns_p50 = 0;
    double reading_ns_p99 = 0;
    std::uint64_t reading_samples = 0;
};

/// Calibrates `source`: about 20 ms for the counter, which it sleeps through, and 1 ms besides.
/// Throws std::runtime_error if the counter cannot be taken as time on this machine: it is not
/// invariant, or ran unevenly.
[[nodiscard]] calibration calibrate(clock::source source,
                                    const clock::invariance& counter = clock::judge_counter());

} // namespace tollgate::measure
