// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "measure_here.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>
#include <tollgate/report/result.hpp>

namespace tollgate::cli {

/// The budget of a program that explains a case.
inline constexpr double explain_budget_s = 60;
inline constexpr double quick_explain_budget_s = 12;

/// Measures the case that is to be explained, as it is and under interventions. There are two
/// stages: each intervention by itself; then, in combinations, those that took something off. The
/// result has all arms as cases, and the explanation. Throws usage_error if there is no such case
/// or intervention, machine_refused if it cannot be measured here.
[[nodiscard]] report::result explain_case(const program& what, const options& chosen,
                                          const cpu::topology& machine, const time_budget& budget,
                                          signals& watch);

/// The arms that this process of a pass was told to measure.
[[nodiscard]] case_list arms_of_pass(const program& what, const options& chosen,
                                     const cpu::topology& machine, signals& watch);

} // namespace tollgate::cli
