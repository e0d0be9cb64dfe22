// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/intervention.hpp>

namespace tollgate::explain {

/// The counts around each batch, the same for all variants, by their names in a result file.
namespace witness {
inline constexpr const char* idle_entries = "idle entries";
inline constexpr const char* idle_stops = "idle entries that stop the CPU";
inline constexpr const char* page_faults = "page faults";
inline constexpr const char* switches = "voluntary switches";
inline constexpr const char* threads = "threads";
inline constexpr const char* fifo = "threads of SCHED_FIFO";
inline constexpr const char* batch = "threads of SCHED_BATCH";
inline constexpr const char* nice = "threads with a nice value of -10 at most";
inline constexpr const char* slack = "threads with a timer slack of 1 ns at most";
inline constexpr const char* refused = "interventions that the machine refused";
} // namespace witness

/// Whether the machine refused an intervention in some batch of the variant. Pure.
[[nodiscard]] bool was_refused(const measure::case_record& variant);

/// Proves that `counted` is counted at most a tenth as often in an operation as without the
/// intervention. `says` is what happened then: "they entered idle".
[[nodiscard]] proof_function expect_fewer(const char* counted, const char* says);

/// Proves that all threads of the variant are counted as `counted`, and the control's are not.
[[nodiscard]] proof_function expect_all_threads(const char* counted);

} // namespace tollgate::explain
