// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/plan.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tollgate::measure {

/// The reason why a run ended.
enum class stop_reason {
    converged,   ///< all intervals are narrow enough
    budget,      ///< another pass would not fit into the budget
    rounds,      ///< all requested rounds are done
    passes,      ///< all planned passes are done
    interrupted, ///< the user interrupted the run
    failed,      ///< a self-check failed
    lost_pass    ///< the process of a pass died
};

/// Returns the name of a reason.
[[nodiscard]] std::string_view to_string(stop_reason reason);
/// Returns the reason with this name; absent if no reason has this name.
[[nodiscard]] std::optional<stop_reason> parse_stop_reason(std::string_view text);

/// The passes that are done.
struct passes_done {
    std::uint64_t passes = 0;              ///< the number of passes
    std::chrono::nanoseconds elapsed{0};   ///< the time since the first pass began
    std::chrono::nanoseconds last_took{0}; ///< the time of the last pass
    /// The widest ± of all cases, divided by the requested ±. Absent while a case has no ±.
    std::optional<double> widest;
};

/// Narrow intervals do not end a run before this time. In a shorter time, a machine that changes
/// its speed every few seconds shows only one of its speeds.
inline constexpr std::chrono::nanoseconds least_spread = std::chrono::seconds(2);

/// Decides whether the run stops after these passes. Returns the reason if it stops. Pure.
///
/// - Narrow intervals and the budget end the run only after `fewest_passes` passes, if at least
///   this number of passes is planned.
/// - After these passes, the budget ends the run if another pass would not fit into the budget.
/// - If the budget has not ended the run, the last planned pass ends the run.
[[nodiscard]] std::optional<stop_reason> decide_stop(const plan& run_plan,
                                                     const passes_done& so_far);

} // namespace tollgate::measure
