// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/intervention.hpp>

namespace tollgate::explain {

// A hold check shows that an intervention was in effect. The check compares counts of the control
// (the case without interventions) with counts of the variant (the case under the intervention).
// Each batch takes these counts.
//
//     explain::intervention fifo{{"policy=fifo", "its threads have real-time priority", {}}};
//     fifo.check_hold = explain::expect_all_threads(explain::witness::fifo);

/// The counts that each batch takes, in all variants, by their names in a result file.
namespace witness {
inline constexpr const char* idle_entries = "idle entries";                 ///< of the case's CPUs
inline constexpr const char* idle_stops = "idle entries that stop the CPU"; ///< of the case's CPUs
inline constexpr const char* page_faults = "page faults";      ///< of the case's threads
inline constexpr const char* switches = "voluntary switches";  ///< of the case's threads
inline constexpr const char* threads = "threads";              ///< number of counted threads
inline constexpr const char* fifo = "threads of SCHED_FIFO";   ///< real-time policy
inline constexpr const char* batch = "threads of SCHED_BATCH"; ///< batch policy
inline constexpr const char* nice = "threads with a nice value of -10 at most"; ///< high priority
inline constexpr const char* slack = "threads with a timer slack of 1 ns at most"; ///< least slack
inline constexpr const char* refused = "interventions that the machine refused";   ///< refusals
} // namespace witness

/// Whether the machine refused an intervention in any batch of the variant. Pure.
[[nodiscard]] bool was_refused(const measure::case_record& variant);

/// Makes a check. An intervention holds if the count `counted`, divided by the number of
/// operations, is at most a tenth of the same quotient in the control. The text of the check begins
/// with `event`, for example "they entered idle".
[[nodiscard]] hold_check_function expect_fewer(const char* counted, const char* event);

/// Makes a check. An intervention holds if the count `counted` contains all threads of the variant,
/// and no thread of the control.
[[nodiscard]] hold_check_function expect_all_threads(const char* counted);

} // namespace tollgate::explain
