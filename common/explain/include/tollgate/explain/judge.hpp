// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/explanation.hpp>
#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/case_record.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tollgate::explain {

/// The measurement of one arm.
struct measured_arm {
    std::vector<std::string> of; ///< the names of its interventions; empty: the control
    const measure::case_record* record = nullptr;
};

/// One stage of an experiment: arms that were measured in the same rounds, the control first.
struct stage {
    std::vector<measured_arm> arms;
    double floor = 0; ///< the smallest difference that could be seen, as a share of the cost
};

/// The figure of an arm in a pass is the mean of the middle four fifths of its rounds. Rounds in
/// which it was stopped or throttled, or in which the host stole time, are left out if there are
/// others. So a part that comes in one batch of three is in the figure, and one stall is not.
/// Differences are taken in each pass, and judged together (see stats/max_t.hpp). All functions are
/// pure.

/// The result of each intervention by itself.
[[nodiscard]] std::vector<tried_alone> judge_alone(const stage& first,
                                                   std::span<const intervention> tried);

/// The interventions that are to be tried together: those that took something off, the largest
/// effect first, at most `most_factors`. If none did, the one whose difference is nearest to being
/// told from nothing, if it is half of that: the second stage is to confirm it, and has more time
/// for it. The share is judged by figures that had no part in this choice, so nothing more is
/// claimed of interventions without effect.
[[nodiscard]] std::vector<std::string> factors_of(std::span<const tried_alone> alone);

/// The intervention under which the case costs the least that is to be expected, if that is less
/// than the case costs. Empty: none.
[[nodiscard]] std::string base_of(std::span<const tried_alone> alone);

/// The arms of the second stage: the control, the factors in every combination that a factorial
/// experiment takes, and the base, if there is one.
[[nodiscard]] std::vector<std::vector<std::string>>
arms_together(const std::vector<std::string>& factors, const std::string& base);

/// A question to a stage.
struct question {
    std::vector<std::string> factors;    ///< tried in all combinations; may be empty
    std::string base;                    ///< empty: there is none
    std::span<const intervention> tried; ///< for the proofs of the factors
};

/// The shares of the cost. A factor has no share if it is not proven to have held in each arm that
/// it is part of. The caller adds the result of each intervention by itself.
[[nodiscard]] explanation explain(const stage& of, const question& asked);

} // namespace tollgate::explain
