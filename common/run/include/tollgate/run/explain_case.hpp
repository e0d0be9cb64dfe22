// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/offer.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/case_list.hpp>
#include <tollgate/run/run.hpp>

#include <string>
#include <vector>

namespace tollgate::run {

/// The description of a case that is to be explained.
struct explained_case {
    explain::setting where;                   ///< the case, its program and its machine
    std::vector<explain::intervention> own{}; ///< further interventions, from the program
    std::vector<std::string> under{};         ///< the interventions that the user chose; empty: all
};

/// Explains a case, in two halves of the time. The first half measures the case without
/// interventions, and under each intervention alone. The second half measures again, in fresh
/// passes, the interventions that made a difference (see explain::to_confirm). The result has all
/// variants as cases, and the explanation.
///
/// Precondition: `request.processes` is present. The budget is for both halves.
///
/// - *Exceptions*: usage_error if a chosen intervention does not exist for this case, or if the
///   time is too short. machine_refused if a chosen intervention is not possible here, or if no
///   intervention is possible.
[[nodiscard]] report::result explain_case(const explained_case& explained,
                                          const run::request& request);

/// Adds an amount to some verdicts on the environment, if a case was explained: the amount by which
/// a confirmed change reduces the cost of the case. The change must change only the condition that
/// the verdict is about. Pure.
void note_cost_of_verdicts(report::result& result);

/// Makes the cases for the process of a pass: a variant for each list of names of interventions. If
/// an intervention is no longer possible, each batch runs without it, and counts a refusal.
[[nodiscard]] case_list cases_of_variants(const std::vector<std::vector<std::string>>& variants,
                                          const explained_case& explained);

} // namespace tollgate::run
