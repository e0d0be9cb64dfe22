// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/idle_counters.hpp>
#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::explain {

/// The case under interventions; without any it is the control. Each of its batches takes the
/// interventions, runs, counts the witnesses (see counted_proofs.hpp) in `loop_report::counted`,
/// and gives everything back, also if the batch throws. If the machine refuses an intervention in
/// the middle, or refuses the batch under it (a thread, memory), that is a witness, and the batch
/// runs without it. At most one of the interventions is measured in place of the case.
///
/// `idle` counts the CPUs of the case; it may be empty.
[[nodiscard]] measure::measured_case
make_variant(const measure::measured_case& control, std::vector<intervention> under,
             const std::function<environment::idle_counters()>& idle);

/// The key of a variant: `control` without interventions, else with their names as a parameter:
/// "under:a+b".
[[nodiscard]] measure::case_key key_of(const measure::case_key& control,
                                       const std::vector<std::string>& interventions);

} // namespace tollgate::explain
