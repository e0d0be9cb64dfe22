// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/result.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::sleep_test {

/// What a wait costs: the latency of the wake-up, the CPU time of the waiter, and the time of the
/// wake-up call, which is CPU time of the waker. A nanosecond of each part has the same weight.
struct waiter_cost {
    measure::case_key key;
    std::map<std::uint64_t, double> passes_ns; ///< the cost in each pass, by the number of the pass
    measure::estimate cost_ns;
    double latency_ns = 0;
    double cpu_ns = 0;                                ///< of the waiter and of the wake-up call
    std::map<std::string, std::uint64_t> idle_states; ///< how often each idle state was left
};

/// The waiters that were measured with the same gaps at the same placement.
struct gap_costs {
    measure::case_key gaps; ///< the key without the waiter
    std::vector<waiter_cost> waiters;

    /// The waiter with this fixed spin time.
    [[nodiscard]] const waiter_cost* fixed(std::uint64_t spin_us) const;
    /// The waiter with the fixed spin time that costs least, among spin times from `least_us` on.
    [[nodiscard]] const waiter_cost* best_fixed(std::uint64_t least_us = 0) const;
    /// The waiter with sleep::adaptive_spin.
    [[nodiscard]] const waiter_cost* adaptive() const;
};

/// Returns the costs of all measured cases of spin_or_sleep, in the order of the cases. Pure.
[[nodiscard]] std::vector<gap_costs> costs_by_gaps(const report::result& result);

/// Returns the ratio of two costs, computed from the ratio in each pass. Pure.
[[nodiscard]] measure::estimate ratio_of(const waiter_cost& cost, const waiter_cost& to);

/// Whether a waiter should spin until the wake-up, or sleep at once. Empty: not decided, because
/// the intervals of the costs overlap, or because there are too few passes.
enum class advice { spin, sleep };
[[nodiscard]] std::optional<advice> advice_for(const gap_costs& costs);

} // namespace tollgate::sleep_test
