// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/plan.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tollgate::measure {

/// Why a run ended. A pass is lost if its process died.
enum class stop_reason { converged, budget, rounds, passes, interrupted, failed, lost_pass };

[[nodiscard]] std::string_view to_string(stop_reason why);
[[nodiscard]] std::optional<stop_reason> parse_stop_reason(std::string_view text);

/// How far a run is.
struct passes_done {
    std::uint64_t passes = 0;
    std::chrono::nanoseconds elapsed{0};   ///< since the first of them began
    std::chrono::nanoseconds last_took{0}; ///< the last of them
    /// By how much the widest ± is above the wanted one; absent as long as some case has none.
    std::optional<double> widest;
};

/// A run does not end before this time because its intervals are narrow: in less, a machine that
/// changes its speed every few seconds has shown one of its speeds alone.
inline constexpr std::chrono::nanoseconds least_spread = std::chrono::seconds(2);

/// Whether to stop after these passes. Of fewer than `fewest_passes`, if so many were planned, no
/// interval is narrow enough, and the budget ends none of them; later it ends a run before a pass
/// that would not fit into it any more. Where there is time for another pass, the last one that was
/// planned ends it. Pure.
[[nodiscard]] std::optional<stop_reason> decide_stop(const plan& what, const passes_done& so_far);

} // namespace tollgate::measure
