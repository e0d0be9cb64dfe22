// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/case_record.hpp>

namespace tollgate::explain {

/// Whether the machine refused an intervention in some batch of the arm. Pure.
[[nodiscard]] bool was_refused(const measure::case_record& arm);

/// Proofs that an intervention took hold, from the counts of all arms (see arm.hpp). All pure.

/// Proves that `what` is counted at most a tenth as often as without the intervention.
[[nodiscard]] hold_proof expect_fewer(const measure::case_record& control,
                                      const measure::case_record& under, const char* what,
                                      const char* says);

/// Proves that all threads of the arm are counted as `what`, and the control's are not.
[[nodiscard]] hold_proof expect_all_threads(const measure::case_record& control,
                                            const measure::case_record& under, const char* what,
                                            const char* says);

/// Proves that its threads give up the CPU at most a tenth as often: they do not sleep.
[[nodiscard]] hold_proof fewer_switches(const measure::case_record& control,
                                        const measure::case_record& under);

} // namespace tollgate::explain
