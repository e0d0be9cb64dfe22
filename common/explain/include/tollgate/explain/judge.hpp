// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/explanation.hpp>
#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/case_record.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tollgate::explain {

// Judges the two halves of an experiment. The first half measures each intervention alone, and
// chooses. The second half measures the chosen ones again, in fresh passes, and confirms.
//
//     const std::vector<explain::change> changes = explain::judge({}, {});
//     const auto variants = explain::to_confirm(changes); // of the second half
//
// All functions are pure.

/// A variant of the case: the names of its interventions. The variant without any is the control.
using variant_names = std::vector<std::string>;

/// A variant and what was measured of it.
struct measured_variant {
    variant_names names;                          ///< its interventions
    const measure::case_record* record = nullptr; ///< not null
};

/// Half of an experiment: variants that were measured in the same rounds.
struct half {
    std::vector<measured_variant> variants; ///< the control first
    double floor = 0; ///< the smallest detectable difference, relative to the cost
};

/// The result of each intervention by the first half alone. These figures serve to choose; no
/// reader sees them.
[[nodiscard]] std::vector<change> judge(const half& first, std::span<const intervention> tried);

/// The variants of the second half; empty if there is nothing to confirm.
///
/// - the control
/// - each change that reduced the cost, at most `most_that_help`, the largest first. If none did:
///   the change whose difference is nearest to significant, if it is at least half of that. It then
///   has more time, and is judged by figures that had no part in this choice.
/// - of the alternatives, and of the changes that raised the cost, at most `most_others`
/// - if two or more reduced the cost: all of them in one variant. Of changes that exclude each
/// other
///   the one with the larger effect takes part.
[[nodiscard]] std::vector<variant_names> to_confirm(const std::vector<change>& changes);

inline constexpr std::size_t most_that_help = 5; ///< see to_confirm
inline constexpr std::size_t most_others = 3;    ///< see to_confirm

/// The explanation, with the changes that the second half confirms. All figures are those of that
/// half. Without a second half (`confirms` is false, and `last` is the only half) nothing is
/// confirmed, and the only figures are those of the cost.
[[nodiscard]] explanation explain(const half& last, bool confirms,
                                  std::span<const intervention> tried, std::vector<change> changes);

// Design: the figure of a variant in a pass is the mean of the middle four fifths of its rounds.
// Rounds in which the process was stopped or throttled, or in which the host stole time, are left
// out if there are others. So a cost that comes in every third batch is in the figure, and a single
// stall is not. Differences are taken in each pass, and judged together (see stats/max_t.hpp).

} // namespace tollgate::explain
