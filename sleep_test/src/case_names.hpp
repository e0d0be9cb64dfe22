// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sleeper_kind.hpp"

#include <tollgate/cpu/placement.hpp>

#include <cstdint>
#include <string>

namespace tollgate::sleep_test {

/// sleep/wake_latency/sleeper:S/slice_ms:T/placement:P
[[nodiscard]] std::string wake_latency_name(sleeper_kind who, std::uint64_t slice_ms,
                                            cpu::placement where);

/// sleep/timeout_lateness/sleeper:S/slice_ms:T
[[nodiscard]] std::string timeout_lateness_name(sleeper_kind who, std::uint64_t slice_ms);

/// sleep/wake_cost/sleeper:S/found:WHAT, with the placement if it found a sleeper.
[[nodiscard]] std::string wake_cost_name(sleeper_kind who, const std::string& what);

} // namespace tollgate::sleep_test
