// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/classical_probe.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/surroundings.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::measure {

/// A request for a run by the classical method.
struct classical_request {
    std::string of; ///< the name of the case that it observes
    std::uint64_t operations = 0;
    std::optional<std::chrono::nanoseconds> longest; ///< it ends when this much time has passed
};

/// Its result.
struct classical_run {
    std::string of;
    classical_sums sums;
    bool cut_short = false;            ///< fewer operations than were asked for
    std::vector<std::string> failures; ///< proofs of work; then the sums mean nothing
};

/// Observes the case by the classical method, in batches of growing length until they last about
/// 20 ms, or longer where starting the loop takes longer than that. An interrupt ends it.
[[nodiscard]] classical_run run_classical(const measured_case& one, const classical_request& asked,
                                          const calibration& clock, const surroundings& outside);

} // namespace tollgate::measure
