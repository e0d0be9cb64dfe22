// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/plan.hpp>

#include <chrono>
#include <optional>
#include <span>
#include <string_view>

namespace tollgate::measure {

/// Why a run ended.
enum class stop_reason { converged, budget, rounds, interrupted, failed };

[[nodiscard]] std::string_view to_string(stop_reason why);
[[nodiscard]] std::optional<stop_reason> parse_stop_reason(std::string_view text);

/// Whether to stop after `rounds` rounds that took `elapsed`. The budget ends a run before a round
/// that would not fit into it any more. Pure.
[[nodiscard]] std::optional<stop_reason> decide_stop(const limits& until, std::uint64_t rounds,
                                                     std::chrono::nanoseconds elapsed,
                                                     std::span<const case_record> records);

} // namespace tollgate::measure
