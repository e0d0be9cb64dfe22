// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/clock/scaling.hpp>
#include <tollgate/clock/stopwatch.hpp>

#include <chrono>
#include <optional>

namespace tollgate::clock {

/// A calibrated counter, which may be read instead of a reference.
struct calibrated {
    rate measured;        ///< its rate, and the error
    scaling to_reference; ///< from its counts to ns of the reference
};

/// Calibrates a counter against a reference in nanoseconds. The scaled counter continues the
/// present time of the reference.
///
///     const auto is_usable = [](const auto& counter, const auto& reference, const auto& wait) {
///         return clock::calibrate(clock::judge_counter(), counter, reference, wait).has_value();
///     };
///
/// - *Cost*: `wait(length)` is called two times, for 16 ms, or four times, for 96 ms.
///
/// Empty if `judged` is not invariant, or if the counter ran unevenly in two calibrations. A single
/// uneven calibration can be caused by a correction of the reference.
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
    // No real counter is outside of the range of `scaling`.
    if (!measured.even || !(measured.hz > 1e5 && measured.hz < 1e11)) {
        return std::nullopt;
    }
    return calibrated{measured, scaling(measured, read_pair(counter, reference))};
}

} // namespace tollgate::clock
