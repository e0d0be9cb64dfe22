// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/idle_counters.hpp>
#include <tollgate/explain/offer.hpp>
#include <tollgate/run/explain_case.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::run {

/// A variant of the case: the names of its interventions; without any it is the case as it is.
using variant = std::vector<std::string>;

/// A case, and all interventions on it.
struct experiment {
    measure::measured_case control;
    explain::offer all;
    std::function<environment::idle_counters()> idle; ///< the counters of its CPUs
};

/// All that can be tried on the case, and the placebos that were asked for.
[[nodiscard]] experiment prepare(const explained_case& explained, const request& asked,
                                 const cpu::topology& machine);

/// Keeps the interventions that were chosen; all if none was. Throws as explain_case does.
void keep_chosen(explain::offer& all, const std::vector<std::string>& under);

/// The variants as cases.
[[nodiscard]] case_list cases_of(const experiment& prepared, const std::vector<variant>& variants);

/// Each batch with a value runs in a process of its own, with an address layout and an environment
/// of its own; the samples are taken here. A process takes some 10 ms. It is not for the clock that
/// reads the counter, because each process would calibrate that anew.
[[nodiscard]] explain::intervention fresh_layout(const measure::measured_case& control,
                                                 const request& asked);

/// The case as the process of a single batch measures it: it reports where its stack is.
[[nodiscard]] measure::measured_case telling_its_layout(const measure::measured_case& control);

} // namespace tollgate::run
