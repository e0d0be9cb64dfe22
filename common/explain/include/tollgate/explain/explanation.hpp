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

/// The result of one intervention alone. Its figures are those of the second half, and not there if
/// it was not measured again.
struct change : description {
    enum class outcome {
        nothing,  ///< no difference was resolved
        once,     ///< the first half resolved one, and no second measurement confirmed it
        confirmed ///< the second half resolved the same, in fresh passes
    };
    outcome found = outcome::nothing;
    hold_proof proof;               ///< of each half in which it was measured
    measure::estimate takes_off_ns; ///< judged together with all others; negative: it costs more
    measure::estimate costs_ns;     ///< the case under it

    [[nodiscard]] bool is_confirmed() const {
        return found == outcome::confirmed && proof.what == hold_proof::verdict::held;
    }
    /// It takes something off, and is no other way to do it.
    [[nodiscard]] bool helps() const { return takes_off_ns.value > 0 && !is_alternative; }
};

/// All interventions that took something off, in one variant.
struct all_together {
    std::vector<std::string> names;
    measure::estimate takes_off_ns;
    /// Whether they take off more when the amounts of each alone are added up.
    enum class overlap { none, some, each_is_enough };
    overlap how = overlap::none;
};

/// The amount by which some rounds raise the mean, in which the kernel counted something.
struct disturbance {
    enum class cause {
        stopped,   ///< the process was stopped
        throttled, ///< the quota of its cgroup was used up
        stolen     ///< the host ran something else
    };
    cause by = cause::stopped;
    measure::estimate adds_ns;
    bool resolved = false; ///< its interval excludes 0, or it was counted in enough rounds
};

/// Why a case costs what it costs here: what goes when one thing is changed.
struct explanation {
    measure::case_key of;
    measure::estimate cost_ns;            ///< in rounds in which the kernel counted no disturbance
    std::vector<change> changes;          ///< the one that takes most off first
    std::optional<all_together> together; ///< where two or more took something off
    /// The cost under all that took something off together; else under the best one.
    std::optional<measure::estimate> left_ns;
    std::vector<disturbance> disturbed; ///< comes on top of the cost
    std::vector<impossible> not_here;
    std::uint64_t passes = 0;            ///< of the first half, each intervention alone
    std::uint64_t passes_to_confirm = 0; ///< of the second half; 0: there was nothing to confirm
};

} // namespace tollgate::explain
