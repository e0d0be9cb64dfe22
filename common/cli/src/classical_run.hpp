// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "measure_here.hpp"

#include <tollgate/measure/calibration.hpp>

#include <functional>
#include <span>
#include <string>

namespace tollgate::cli {

/// Runs the case named `reference`, if it is among `cases`, under the classical method and puts the
/// figure into `seen`, with a note if it was cut short: without iterations on the command line it
/// takes at most a fifth of the budget. `step` gets a progress text between batches and says
/// whether to stop. Failed proofs end the run as they would in a round.
void run_classical(const program& what, const options& chosen,
                   std::span<const measure::measured_case> cases, const std::string& reference,
                   const measure::calibration& clock, const time_budget& budget,
                   const std::function<bool(const std::string&)>& step, report::result& seen);

} // namespace tollgate::cli
