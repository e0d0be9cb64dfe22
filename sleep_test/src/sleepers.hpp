// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "wake_cost_loop.hpp"
#include "wake_loop.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/moments.hpp>

#include <chrono>
#include <optional>
#include <vector>

namespace tollgate::sleep_test {

/// A kind of sleeper: its word in a case's name, and its loops.
struct sleeper_kind {
    const char* name;
    /// wake_loop
    measure::event_loop (*wakes)(until end, std::chrono::nanoseconds interval,
                                 const cpu::assignment& where, bool waker_spins,
                                 const measure::moments& when);
    /// timeout_loop
    measure::event_loop (*timeouts)(std::chrono::nanoseconds interval,
                                    std::optional<std::chrono::nanoseconds> slack);
    /// wake_cost_loop
    measure::measured_case (*wake_cost)(found state, const measure::case_key& key,
                                        const char* unit);
};

/// The compared sleepers that this system has, the reference first.
[[nodiscard]] std::vector<sleeper_kind> all_sleepers();

} // namespace tollgate::sleep_test
