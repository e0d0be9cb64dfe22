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

/// What was measured of one arm.
struct measured_arm {
    std::vector<std::string> of; ///< the names of its interventions; empty: the control
    const measure::case_record* record = nullptr;
};

/// One stage of an experiment: arms that were measured in the same rounds, the control first.
struct stage {
    std::vector<measured_arm> arms;
    double floor = 0; ///< the smallest difference that could be seen, as a share of the cost
};

/// The figure of each arm in a pass is the mean of the middle four fifths of its rounds, of those
/// in which it was neither stopped nor throttled nor robbed by the host, if there are any: a part
/// that comes in one batch of three is in it, and one stall is not. Differences are taken in each
/// pass, and judged together (see stats/max_t.hpp). All functions are pure.

/// What each intervention did by itself.
[[nodiscard]] std::vector<tried_alone> judge_alone(const stage& first,
                                                   std::span<const intervention> tried);

/// The interventions that are to be tried together: those that took something off, the largest
/// effect first, at most `most_factors`.
[[nodiscard]] std::vector<std::string> factors_of(std::span<const tried_alone> alone);

/// The intervention under which the case costs the least that is to be expected, if that is less
/// than it costs; empty: none.
[[nodiscard]] std::string base_of(std::span<const tried_alone> alone);

/// The arms of the second stage: the control, the factors in every combination that a factorial
/// experiment takes, and the base, if there is one.
[[nodiscard]] std::vector<std::vector<std::string>>
arms_together(const std::vector<std::string>& factors, const std::string& base);

/// What is asked of a stage.
struct question {
    std::vector<std::string> factors;    ///< tried in all combinations; none: nothing is
    std::string base;                    ///< empty: there is none
    std::span<const intervention> tried; ///< for the proofs of the factors
};

/// The shares of the cost. A factor that is not proven to have held in each arm that it is part of
/// is none. What each intervention did by itself is for the caller to add.
[[nodiscard]] explanation explain(const stage& of, const question& asked);

} // namespace tollgate::explain
