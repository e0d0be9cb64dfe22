// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/difference.hpp"
#include "compare/side.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// What differs between the old runs of a program, group 0, and the new ones.
struct changed_fact {
    std::string program; ///< a stranger's text
    run_difference fact;
};

/// Everything that is said about two sides.
struct comparison {
    std::vector<difference> rows; ///< slower ones first, then faster, ties, no verdict
    double share = 0;             ///< a tie is a row that would have shown such a difference
    other_findings besides;
    /// Cases of the old runs that have no row: the new runs do not have them, or not as a figure of
    /// the same work.
    std::vector<std::string> missing;
    std::vector<std::string> only_new;
    std::vector<changed_fact> changed; ///< all but the dates
    std::vector<std::string> unproven; ///< paths of runs whose proofs failed: they are left out
    std::vector<std::string> lost;     ///< cases of guests that failed: "PATH: CASE: REASON"

    [[nodiscard]] std::size_t count(difference::verdict says) const;
    /// The rows that tell whether a case is slower by more than `share`.
    [[nodiscard]] std::size_t telling_rows() const;
};

/// What is looked for if nothing else was asked for.
inline constexpr double usual_share = 0.05;

/// Compares the cases that both have, by name. Pure. Throws cli::usage_error, one line, if nothing
/// can be said: no case in common, other clocks, a debug build against a release build, runs that
/// were interrupted before their first round.
[[nodiscard]] comparison compare_sides(const side& before, const side& after,
                                       double share = usual_share);

} // namespace tollgate::cost_sheet
