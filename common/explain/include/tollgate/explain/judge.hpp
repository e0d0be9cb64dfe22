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

/// A variant of the case: the names of its interventions; without any it is the control.
using variant_names = std::vector<std::string>;

struct measured_variant {
    variant_names names;
    const measure::case_record* record = nullptr;
};

/// Half of an experiment: variants that were measured in the same rounds, the control first.
struct half {
    std::vector<measured_variant> variants;
    double floor = 0; ///< the smallest difference that could be seen, relative to the cost
};

/// The figure of a variant in a pass is the mean of the middle four fifths of its rounds. Rounds in
/// which it was stopped or throttled, or in which the host stole time, are left out if there are
/// others. So a part that comes in one batch of three is in the figure, and one stall is not.
/// Differences are taken in each pass, and judged together (see stats/max_t.hpp). All functions are
/// pure.

/// The result of each intervention by the first half alone: its figures are there to choose by, and
/// for no reader.
[[nodiscard]] std::vector<change> judge(const half& first, std::span<const intervention> tried);

/// The variants of the second half; none if there is nothing to confirm.
///
/// - the control
/// - each change that took something off, at most `most_that_help`, the largest first. If none did:
///   the one whose difference is nearest to being resolved, if it is half of that. It has more time
///   then, and is judged by figures that had no part in this choice.
/// - of the other ways to do it, and of what made it slower, at most `most_others`
/// - all that took something off, in one variant, if they are two or more. Of those that exclude
///   each other the one with the larger effect takes part.
[[nodiscard]] std::vector<variant_names> to_confirm(const std::vector<change>& changes);

inline constexpr std::size_t most_that_help = 5;
inline constexpr std::size_t most_others = 3;

/// What the second half confirms of the changes: all figures are those of that half. Without a
/// second half (`confirms` is false, and `last` the only one) nothing is confirmed, and the figures
/// are those of the cost alone.
[[nodiscard]] explanation explain(const half& last, bool confirms,
                                  std::span<const intervention> tried, std::vector<change> changes);

} // namespace tollgate::explain
