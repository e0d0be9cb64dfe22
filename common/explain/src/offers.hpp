// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/offer.hpp>

#include <string>
#include <vector>

namespace tollgate::explain {

/// One function a kind of intervention: each adds what is possible, or says why it is not.
void offer_busy_cpus(const setting& where, const std::vector<int>& cpus, offer& all);
void offer_shallow_idle(const setting& where, offer& all);
void offer_halt_polling(const setting& where, offer& all);
void offer_policies(const setting& where, const std::vector<int>& cpus, offer& all);
void offer_timer_slack(const setting& where, offer& all);
void offer_locked_memory(const setting& where, offer& all);
void offer_places(const setting& where, offer& all);
void offer_ways(const setting& where, offer& all);
void offer_clocks(const setting& where, offer& all);

/// How often something was counted in a round of the arm; absent: it was not counted.
[[nodiscard]] std::optional<double> counted_in_a_round(const measure::case_record& record,
                                                       const char* what);

/// That something is counted at most a tenth as often as without the intervention.
[[nodiscard]] hold_proof expect_fewer(const measure::case_record& control,
                                      const measure::case_record& arm, const char* what,
                                      const char* says);

/// That all threads of the arm are counted under this, and the control's are not.
[[nodiscard]] hold_proof expect_all_threads(const measure::case_record& control,
                                            const measure::case_record& arm, const char* what,
                                            const char* says);

} // namespace tollgate::explain
