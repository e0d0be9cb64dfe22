// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/clock/scaling.hpp>
#include <tollgate/clock/stopwatch.hpp>

#include <chrono>
#include <optional>

namespace tollgate::clock {

/// A counter that may be read instead of a reference, and how well its rate is known.
struct calibrated {
    rate measured;
    scaling to_reference;
};

/// Calibrates a counter against a reference in nanoseconds, and has it go on from the reference's
/// present. Nothing if the counter is not said to be invariant, or was seen not to be: it ran
/// unevenly, twice, since a single time may be a reference that was just being set right.
/// `wait(length)` is called two times, or four, for 16 ms or 96 altogether.
template <stopwatch Counter, stopwatch Reference, class Wait>
std::optional<calibrated> calibrate(const invariance& judged, const Counter& counter,
                                    const Reference& reference, const Wait& wait) {
    if (!judged.invariant) {
        return std::nullopt;
    }
    rate measured = calibrate_rate(counter, reference, wait);
    if (!measured.even) {
        measured = calibrate_rate(counter, reference, wait, std::chrono::milliseconds(40));
    }
    // Outside of what a `scaling` is for there is no such counter.
    if (!measured.even || !(measured.hz > 1e5 && measured.hz < 1e11)) {
        return std::nullopt;
    }
    return calibrated{measured, scaling(measured, read_pair(counter, reference))};
}

} // namespace tollgate::clock
