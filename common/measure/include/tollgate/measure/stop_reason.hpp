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
    interrupted, ///< by the user
    failed,      ///< a self-check failed
    lost_pass    ///< the process of a pass died
};

/// The name of a reason.
[[nodiscard]] std::string_view to_string(stop_reason reason);
/// The reason of this name; nothing if there is none.
[[nodiscard]] std::optional<stop_reason> parse_stop_reason(std::string_view text);

/// The passes that are done.
struct passes_done {
    std::uint64_t passes = 0;              ///< their number
    std::chrono::nanoseconds elapsed{0};   ///< since the first pass began
    std::chrono::nanoseconds last_took{0}; ///< the time of the last pass
    /// The widest ± in multiples of the wanted ±; absent as long as a case has none.
    std::optional<double> widest;
};

/// Narrow intervals do not end a run before this time. A machine that changes its speed every few
/// seconds has shown only one of its speeds by then.
inline constexpr std::chrono::nanoseconds least_spread = std::chrono::seconds(2);

/// Whether to stop after these passes, and why. Pure.
///
/// - Before `fewest_passes`, narrow intervals and the budget do not end a run that has planned that
///   number of passes.
/// - Later, the budget ends the run before a pass that would not fit into it.
/// - The last planned pass ends the run if there is still time.
[[nodiscard]] std::optional<stop_reason> decide_stop(const plan& run_plan,
                                                     const passes_done& so_far);

} // namespace tollgate::measure
