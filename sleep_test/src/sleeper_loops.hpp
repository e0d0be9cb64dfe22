// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sleeper_kind.hpp"
#include "wake_cost_loop.hpp"
#include "wake_loop.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/moments.hpp>

#include <chrono>
#include <optional>

namespace tollgate::sleep_test {

// The loops of a kind of sleeper that is available.

/// wake_loop
[[nodiscard]] measure::event_loop wakes_of(sleeper_kind who, until end,
                                           std::chrono::nanoseconds slice,
                                           const cpu::assignment& where, bool waker_spins,
                                           const measure::moments& when);

/// timeout_loop
[[nodiscard]] measure::event_loop timeouts_of(sleeper_kind who, std::chrono::nanoseconds slice,
                                              std::optional<std::chrono::nanoseconds> slack);

/// wake_cost_loop
[[nodiscard]] measure::measured_case wake_costs_of(sleeper_kind who, found what,
                                                   const measure::case_key& key, const char* unit);

} // namespace tollgate::sleep_test
