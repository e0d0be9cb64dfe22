// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/case_record.hpp>

namespace tollgate::explain {

/// Proofs that an intervention took hold, by what all arms count (see arm.hpp). All pure.

/// That something is counted at most a tenth as often as without the intervention.
[[nodiscard]] hold_proof expect_fewer(const measure::case_record& control,
                                      const measure::case_record& under, const char* what,
                                      const char* says);

/// That all threads are counted under this, and the control's are not.
[[nodiscard]] hold_proof expect_all_threads(const measure::case_record& control,
                                            const measure::case_record& under, const char* what,
                                            const char* says);

/// That its threads give up the CPU at most a tenth as often: they do not sleep.
[[nodiscard]] hold_proof fewer_switches(const measure::case_record& control,
                                        const measure::case_record& under);

} // namespace tollgate::explain
