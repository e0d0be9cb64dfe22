// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/offer.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/case_list.hpp>
#include <tollgate/run/run.hpp>

#include <string>
#include <vector>

namespace tollgate::run {

/// A case that is to be explained, described by its program.
struct explained_case {
    explain::setting where;                   ///< the case, its program and its machine
    std::vector<explain::intervention> own{}; ///< further interventions of the program
    std::vector<std::string> under{};         ///< the interventions that the user chose; empty: all
};

/// Explains a case. In half of the time it measures the case as it is, and under each intervention
/// alone. In the other half it measures the interventions that made a difference again, in fresh
/// passes (see explain::to_confirm). The result has all variants as cases, and the explanation.
///
/// Precondition: `request.processes` is present. The budget is for both halves.
///
/// - *Exceptions*: usage_error if a chosen intervention does not exist for this case, or if the
/// time
///   is too short; machine_refused if a chosen intervention is not possible here, or none is.
[[nodiscard]] report::result explain_case(const explained_case& explained,
                                          const run::request& request);

/// Adds costs to the environment's verdicts if a case was explained. The cost of a verdict is the
/// amount that a confirmed change takes off the case, if that change concerns only this verdict.
/// Pure.
void note_cost_of_verdicts(report::result& result);

/// The variants for the process of a pass, from the names of their interventions. An intervention
/// that is not possible any more is refused in each batch.
[[nodiscard]] case_list cases_of_variants(const std::vector<std::vector<std::string>>& variants,
                                          const explained_case& explained);

} // namespace tollgate::run
