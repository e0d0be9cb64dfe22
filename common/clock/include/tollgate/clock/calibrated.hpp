// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/clock/scaling.hpp>
#include <tollgate/clock/stopwatch.hpp>

#include <chrono>
#include <optional>

namespace tollgate::clock {

/// The calibration of a counter. With this calibration, a program may read the counter instead of
/// the reference clock.
struct calibrated {
    rate measured;        ///< the rate of the counter, and the error of the rate
    scaling to_reference; ///< converts counts of the counter to ns of the reference
};

/// Calibrates a counter with a reference clock in nanoseconds. At the end of the calibration, the
/// time that `to_reference` computes is the time of the reference.
///
///     const auto is_usable = [](const auto& counter, const auto& reference, const auto& wait) {
///         return clock::calibrate(clock::judge_counter(), counter, reference, wait).has_value();
///     };
///
/// - *Cost*: `wait(length)` is called two times, for 16 ms in total. If the counter ran unevenly,
///   `wait` is called four times, for 96 ms in total.
///
/// Returns nothing if `judged` is not invariant, or if the rate is not from 100 kHz to 100 GHz.
/// Also returns nothing if the counter ran unevenly in two calibrations. A second calibration is
/// necessary because a correction of the reference can make one calibration uneven.
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
    // The rate of every real counter is in the range of `scaling`.
    if (!measured.even || !(measured.hz > 1e5 && measured.hz < 1e11)) {
        return std::nullopt;
    }
    return calibrated{measured, scaling(measured, read_pair(counter, reference))};
}

} // namespace tollgate::clock
