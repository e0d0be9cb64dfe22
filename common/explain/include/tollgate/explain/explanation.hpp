// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/case_summary.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::explain {

/// The result of one intervention alone. An experiment measures all interventions in the first half
/// of its time, and the most important interventions again in the second half. The figures here are
/// from the second half. They are absent if the second half did not measure the intervention.
struct change : description {
    /// Whether a difference was resolved.
    enum class outcome {
        nothing,  ///< no significant difference
        once,     ///< the first half resolved a difference, and the second half did not confirm it
        confirmed ///< the second half resolved the same difference, in fresh passes
    };
    outcome result = outcome::nothing; ///< the outcome of this intervention
    /// From the second half, or from the first half if the second half did not measure the
    /// intervention.
    hold_check hold;
    /// The amount by which the intervention reduces the cost. Negative: the intervention raises the
    /// cost. The confidence is for the intervals of all interventions together.
    measure::estimate takes_off_ns;
    measure::estimate costs_ns; ///< the cost of the case under the intervention

    /// Whether the second half confirmed the difference, and the intervention was in effect.
    [[nodiscard]] bool is_confirmed() const {
        return result == outcome::confirmed && hold.result == hold_check::verdict::held;
    }
    /// Whether the intervention reduces the cost. False for another way to do the same work
    /// (`is_alternative`).
    [[nodiscard]] bool helps() const { return takes_off_ns.value > 0 && !is_alternative; }
};

/// All interventions that reduced the cost, in one variant.
struct all_together {
    std::vector<std::string> names; ///< the names of the interventions
    measure::estimate takes_off_ns; ///< the amount by which they reduce the cost together
    /// Interventions overlap if the sum of their single amounts is larger than the amount of all
    /// together. `each_is_enough`: each single amount is at least three quarters of the amount of
    /// all together.
    enum class overlap { none, some, each_is_enough };
    overlap how = overlap::none; ///< how these interventions overlap
};

/// A disturbance that the kernel counted in some rounds. These rounds raise the mean by an amount.
struct disturbance {
    /// The event that the kernel counted.
    enum class cause {
        stopped,   ///< the process was stopped
        throttled, ///< the quota of its cgroup was used up
        stolen     ///< the host ran something else
    };
    cause by = cause::stopped; ///< the cause of this disturbance
    measure::estimate adds_ns; ///< the amount that it adds to the mean
    /// True if the amount is above 0 and one of these holds: its interval excludes 0, or enough
    /// rounds were disturbed.
    bool resolved = false;
};

/// Why a case costs what it costs here: the amounts by which changes reduce its cost.
struct explanation {
    measure::case_key of; ///< the case that is explained
    /// The cost of the rounds in which the kernel counted no disturbance.
    measure::estimate cost_ns;
    std::vector<change> changes;          ///< the change with the largest effect first
    std::optional<all_together> together; ///< present if two or more changes reduced the cost
    /// The cost under all interventions in `together`. Without `together`: the cost under the
    /// intervention that reduced the cost most. Absent: no reduction was confirmed.
    std::optional<measure::estimate> left_ns;
    std::vector<disturbance> disturbed; ///< the amounts of these disturbances are not in `cost_ns`
    std::vector<impossible> not_here;   ///< the interventions that are not possible here
    std::uint64_t passes = 0;           ///< the passes of the first half
    /// The passes of the second half. 0: there was nothing to confirm.
    std::uint64_t passes_to_confirm = 0;
};

} // namespace tollgate::explain
