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
    std::string case_name;                           ///< the name of the observed case
    std::uint64_t operations = 0;                    ///< the number to time
    std::optional<std::chrono::nanoseconds> longest; ///< the run ends after this time
};

/// The result of a run by the clock-pair method.
struct clock_pair_run {
    std::string case_name;             ///< the name of the observed case
    clock_pair_sums sums;              ///< of all batches
    bool cut_short = false;            ///< fewer operations than were requested
    std::vector<std::string> failures; ///< of self-checks; if there are any, the sums are invalid
};

/// Observes the case by the clock-pair method.
///
/// The batches grow until each lasts about 20 ms, or until starting the loop is the smaller part of
/// a batch. An interrupt ends the run.
[[nodiscard]] clock_pair_run run_clock_pair(const measured_case& subject,
                                            const clock_pair_request& request,
                                            const calibration& clock, const run_hooks& hooks);

} // namespace tollgate::measure
