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

/// Makes the case under interventions; without any it is the control.
///
///     const auto variant = explain::make_variant({}, {explain::intervention{}}, {});
///
/// Each batch makes the changes, runs, counts the witnesses (see hold_checks.hpp) in
/// `loop_report::counted`, and takes the changes back. `idle` counts the idle entries of the case's
/// CPUs; it may be empty. Precondition: at most one intervention has a case of its own.
///
/// - *Exceptions*: if a batch throws, the changes are taken back. If the machine refuses an
///   intervention, or refuses the batch under it (a thread, memory), the batch runs without it, and
///   counts that as a witness.
[[nodiscard]] measure::measured_case
make_variant(const measure::measured_case& control, std::vector<intervention> under,
             const std::function<environment::idle_counters()>& idle);

/// The key of a variant: the control's key, with the names of its interventions as the parameter
/// "under:a+b" if it has any.
[[nodiscard]] measure::case_key key_of(const measure::case_key& control,
                                       const std::vector<std::string>& interventions);

} // namespace tollgate::explain
