// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/offer.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/case_list.hpp>
#include <tollgate/run/run.hpp>

#include <string>
#include <vector>

namespace tollgate::run {

/// A case that is to be explained, as its program knows it.
struct explained_case {
    explain::setting where;
    std::vector<explain::intervention> own{}; ///< further interventions, of the program
    std::vector<std::string> under{};         ///< those that the user chose; empty: all
};

/// Measures the case as it is and under each intervention alone, in half of the time; then those
/// that made a difference again, in fresh passes (see explain::to_confirm). The result has all
/// variants as cases, and the explanation. `asked.processes` is there, and its budget is for both
/// halves. Throws usage_error if a chosen intervention is none on this case, or the time is too
/// short; machine_refused if a chosen one is not possible here, or none is.
[[nodiscard]] report::result explain_case(const explained_case& explained, const request& asked);

/// Adds to the environment's verdicts what they cost the case that was explained, if one was: what
/// a change takes off that was confirmed, and that changes nothing but what the verdict is about.
/// Pure.
void note_cost_of_verdicts(report::result& found);

/// The variants that the process of a pass measures, by the names of their interventions. One that
/// is not possible any more is refused in each batch.
[[nodiscard]] case_list cases_of_variants(const std::vector<std::vector<std::string>>& variants,
                                          const explained_case& explained);

} // namespace tollgate::run
