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

// Judges the two halves of an experiment. The first half measures each intervention alone. Its
// figures decide which interventions the second half measures again, in fresh passes. The second
// half confirms differences.
//
//     const std::vector<explain::change> changes = explain::judge({}, {});
//     const auto variants = explain::to_confirm(changes); // the variants of the second half
//
// All functions are pure.

/// A variant of the case: the names of its interventions. The variant without interventions is the
/// control.
using variant_names = std::vector<std::string>;

/// A variant, and its measurements.
struct measured_variant {
    variant_names names;                          ///< its interventions
    const measure::case_record* record = nullptr; ///< its measurements; never null in a `half`
};

/// Half of an experiment: variants that were measured in the same rounds.
struct half {
    std::vector<measured_variant> variants; ///< the control first
    double floor = 0; ///< the smallest detectable difference, divided by the cost of the control
};

/// Returns the result of each tried intervention in the first half. The figures in these
/// results serve only to choose the variants of the second half, and are not printed.
[[nodiscard]] std::vector<change> judge(const half& first, std::span<const intervention> tried);

/// Returns the variants of the second half. Empty if there is nothing to confirm. The variants are:
///
/// - The control.
/// - Each change that reduced the cost significantly, the largest reduction first, at most
///   `most_that_help` changes. If there is no such change: the change that is nearest to
///   significant, if its difference is at least half of a significant difference. The second half
///   has more rounds of this change, and judges the change by new figures.
/// - The alternatives with a significant difference, and the changes that raised the cost
///   significantly, together at most `most_others`.
/// - If two or more changes reduced the cost significantly: one variant with all these changes. Of
///   changes that exclude each other, only the change with the largest effect takes part.
[[nodiscard]] std::vector<variant_names> to_confirm(const std::vector<change>& changes);

inline constexpr std::size_t most_that_help = 5; ///< see to_confirm
inline constexpr std::size_t most_others = 3;    ///< see to_confirm

/// Makes the explanation, with the changes that the second half confirms. All figures are from the
/// second half, `last`. If `confirms` is false, there was no second half, and `last` is the only
/// half. Then no change is confirmed, and the explanation has no figures except the cost.
[[nodiscard]] explanation explain(const half& last, bool confirms,
                                  std::span<const intervention> tried, std::vector<change> changes);

// Design: the figure of a variant in a pass is the mean of the middle four fifths of its rounds.
// Disturbed rounds are left out if the pass has other rounds. A round is disturbed if the process
// was stopped or throttled, or if the host stole time. So the figure contains a cost that occurs in
// every third batch, but not a single stall. Differences are computed in each pass, and judged
// together (see stats/max_t.hpp).

} // namespace tollgate::explain
