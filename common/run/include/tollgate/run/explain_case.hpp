// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>
#include <tollgate/environment/verdict.hpp>
#include <tollgate/explain/explanation.hpp>
#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/case_list.hpp>
#include <tollgate/run/run.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::run {

/// A case that is to be explained, as its program knows it.
struct explained_case {
    measure::measured_case control;
    std::vector<measure::measured_case> all; ///< the cases of the program
    std::vector<std::string> ways;           ///< parameters that are ways to do the same
    /// The same case on a machine with that CPU alone.
    std::function<std::optional<measure::measured_case>(int cpu)> on_cpu;
    std::vector<explain::intervention> own; ///< further interventions, of the program
    std::vector<std::string> under;         ///< those that the user chose; empty: all
};

/// Measures the case as it is and under interventions, in two stages: each intervention by itself;
/// then, in combinations, those that took something off. The result has all variants as cases, and
/// the explanation. `asked.processes` is there, and its budget is for both stages. Throws
/// usage_error if a chosen intervention is none on this case, or the time is too short;
/// machine_refused if a chosen one is not possible here, or none is.
[[nodiscard]] report::result explain_case(const explained_case& explained, const request& asked,
                                          const cpu::topology& machine);

/// Adds to the environment's verdicts what an explanation found that each costs. Pure.
void note_cost_of_verdicts(const explain::explanation& explanation,
                           std::vector<environment::verdict>& verdicts);

/// The cases that the process of a pass measures. `asked` starts processes for single batches. An
/// intervention that is not possible any more is refused in each batch.
[[nodiscard]] case_list variants_in(const report::explained_part& part,
                                    const explained_case& explained, const request& asked,
                                    const cpu::topology& machine);

} // namespace tollgate::run
