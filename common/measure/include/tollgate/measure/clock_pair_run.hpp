// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/clock_pair_probe.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/run_hooks.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::measure {

/// A request for a run by the clock-pair method.
struct clock_pair_request {
    std::string case_name;        ///< the name of the measured case
    std::uint64_t operations = 0; ///< the number of operations to time
    /// No batch begins after this time; absent: there is no limit.
    std::optional<std::chrono::nanoseconds> longest;
};

/// The result of a run by the clock-pair method.
struct clock_pair_run {
    std::string case_name;  ///< the name of the measured case
    clock_pair_sums sums;   ///< the sums over all batches
    bool cut_short = false; ///< whether the run timed fewer operations than requested
    /// The failed self-checks. If there are any, the sums are invalid.
    std::vector<std::string> failures;
};

/// Measures the case by the clock-pair method.
///
/// The number of operations in a batch doubles until two conditions hold: the operations of a batch
/// take at least 20 ms, and they take at least half of the batch. The run ends early if
/// `hooks.interrupted` returns true.
[[nodiscard]] clock_pair_run run_clock_pair(const measured_case& subject,
                                            const clock_pair_request& request,
                                            const calibration& clock, const run_hooks& hooks);

} // namespace tollgate::measure
