// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/idle_counters.hpp>
#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::explain {

/// The parameter by which an arm's name differs from that of the case in question.
inline constexpr const char* under_parameter = "under";

/// Interventions that are made together. Empty: the control.
using combination = std::vector<const intervention*>;

/// The counts around each batch, the same for all arms, by their names in a result file.
namespace witness {
inline constexpr const char* idle_entries = "idle entries";
inline constexpr const char* idle_stops = "idle entries that stop the CPU";
inline constexpr const char* page_faults = "page faults";
inline constexpr const char* switches = "voluntary switches";
inline constexpr const char* involuntary = "involuntary switches";
inline constexpr const char* threads = "threads";
inline constexpr const char* fifo = "threads of SCHED_FIFO";
inline constexpr const char* batch = "threads of SCHED_BATCH";
inline constexpr const char* nice = "threads with a nice value of -10 at most";
inline constexpr const char* slack = "threads with a timer slack of 1 ns at most";
inline constexpr const char* refused = "interventions that the machine refused";
} // namespace witness

/// The case as an arm of an experiment. Each of its batches takes the interventions, runs, notes
/// the witnesses in `loop_report::counted`, and gives everything back, also if the batch throws. If
/// the machine refuses an intervention in the middle, or refuses the batch under it (a thread,
/// memory), that is a witness, and the batch runs without it. At most one of the interventions is
/// measured in place of the case, and at most one has a clock.
///
/// `idle` counts the CPUs of the case; it may be empty.
[[nodiscard]] measure::measured_case
make_arm(const measure::measured_case& control, const combination& made_of,
         const std::function<environment::idle_counters()>& idle);

/// The key of an arm: `control` without interventions, else with their names as a parameter, "a+b".
[[nodiscard]] measure::case_key key_of(const measure::case_key& control,
                                       const std::vector<std::string>& interventions);

} // namespace tollgate::explain
