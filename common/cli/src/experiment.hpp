// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/environment/idle_counters.hpp>
#include <tollgate/explain/offer.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::cli {

/// The names of the interventions of an arm; empty: the control.
using arm_names = std::vector<std::string>;

/// A case, and all interventions on it.
struct experiment {
    measure::measured_case control;
    explain::offer all;
    std::function<environment::idle_counters()> idle; ///< the counters of its CPUs
};

/// Finds the case and its interventions, including the placebos that were asked for. Throws as
/// find_case does.
[[nodiscard]] experiment prepare(const program& what, const options& chosen,
                                 const cpu::topology& machine, signals& watch);

/// Keeps the interventions that were chosen; all if none was. Throws usage_error if a chosen one is
/// no intervention on this case. Throws machine_refused if a chosen one is not possible here, or if
/// none is.
void keep_wanted(explain::offer& all, const std::vector<std::string>& under);

/// The arms as cases. An intervention that is not possible any more is refused in each batch.
[[nodiscard]] case_list cases_of(const experiment& of, const std::vector<arm_names>& arms);

/// "-,a,a+b": the form in which the process of a pass is told its arms.
[[nodiscard]] std::string text_of(const std::vector<arm_names>& arms);
[[nodiscard]] std::vector<arm_names> arms_in(const std::string& text);

} // namespace tollgate::cli
