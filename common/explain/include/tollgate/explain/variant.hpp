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

/// Makes a variant: the case under these interventions. Without interventions, the result is the
/// control.
///
///     const auto variant = explain::make_variant({}, {explain::intervention{}}, {});
///
/// Each batch of the variant makes the changes, runs, and undoes the changes. The batch adds the
/// counts of the witnesses (see hold_checks.hpp) to `loop_report::counted`. `idle` returns the
/// counts of idle entries of the case's CPUs, and may be empty. Precondition: at most one
/// intervention has `instead`.
///
/// - *Exceptions*: if a batch throws, the changes are undone. If the machine refuses an
///   intervention, the batch runs without this intervention. If the machine refuses the batch under
///   the interventions, for example a thread or memory, the batch runs without interventions. After
///   each of these refusals, the batch counts a refusal (witness::refused).
[[nodiscard]] measure::measured_case
make_variant(const measure::measured_case& control, std::vector<intervention> under,
             const std::function<environment::idle_counters()>& idle);

/// Returns the key of a variant: the key of the control and the parameter "under:a+b", which has
/// the names of the interventions. Without interventions, the result is the key of the control.
[[nodiscard]] measure::case_key key_of(const measure::case_key& control,
                                       const std::vector<std::string>& interventions);

} // namespace tollgate::explain
