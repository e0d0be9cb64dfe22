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

/// The result of one intervention alone. Its figures are those of the second half. They are absent
/// if the second half did not measure it.
struct change : description {
    /// Whether a difference was resolved.
    enum class outcome {
        nothing,  ///< no significant difference
        once,     ///< the first half resolved a difference, and no second measurement confirmed it
        confirmed ///< the second half resolved the same difference, in fresh passes
    };
    outcome result = outcome::nothing; ///< the outcome of this intervention
    hold_check hold;                   ///< of the last half in which it was measured
    measure::estimate takes_off_ns;    ///< judged together with all others; negative: it costs more
    measure::estimate costs_ns;        ///< the cost of the case under it

    /// The second half confirmed the difference, and the intervention took hold.
    [[nodiscard]] bool is_confirmed() const {
        return result == outcome::confirmed && hold.result == hold_check::verdict::held;
    }
    /// It reduces the cost, and is not an alternative.
    [[nodiscard]] bool helps() const { return takes_off_ns.value > 0 && !is_alternative; }
};

/// All interventions that reduced the cost, in one variant.
struct all_together {
    std::vector<std::string> names; ///< of the interventions
    measure::estimate takes_off_ns; ///< the amount that they take off the cost together
    /// Whether the sum of the single amounts is larger than the amount of all together.
    enum class overlap { none, some, each_is_enough };
    overlap how = overlap::none; ///< the overlap of these interventions
};

/// A disturbance that the kernel counted in some rounds, and the amount by which these rounds raise
/// the mean.
struct disturbance {
    /// The event that the kernel counted.
    enum class cause {
        stopped,   ///< the process was stopped
        throttled, ///< the quota of its cgroup was used up
        stolen     ///< the host ran something else
    };
    cause by = cause::stopped; ///< the cause of this disturbance
    measure::estimate adds_ns; ///< the amount that it adds to the mean
    bool resolved = false;     ///< its interval excludes 0, or it was counted in enough rounds
};

/// Why a case costs what it costs here: the amounts that changes take off its cost.
struct explanation {
    measure::case_key of;                 ///< the case that is explained
    measure::estimate cost_ns;            ///< in rounds in which the kernel counted no disturbance
    std::vector<change> changes;          ///< the one with the largest effect first
    std::optional<all_together> together; ///< present if two or more reduced the cost
    /// The cost under all interventions that reduced it together; else under the best one.
    std::optional<measure::estimate> left_ns;
    std::vector<disturbance> disturbed;  ///< on top of the cost
    std::vector<impossible> not_here;    ///< the interventions that are not possible here
    std::uint64_t passes = 0;            ///< of the first half, each intervention alone
    std::uint64_t passes_to_confirm = 0; ///< of the second half; 0: there was nothing to confirm
};

} // namespace tollgate::explain
