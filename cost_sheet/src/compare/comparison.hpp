// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/changed_facts.hpp"
#include "compare/common_movement.hpp"
#include "compare/difference.hpp"
#include "compare/side.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// Everything that is said about two sides.
struct comparison {
    std::vector<difference> rows; ///< slower ones first, then faster, ties, no verdict
    std::vector<common_movement> common;
    std::vector<std::string> only_old; ///< names of cases
    std::vector<std::string> only_new;
    std::vector<changed_fact> changed;
    std::vector<std::string> warnings; ///< printable
    std::vector<std::string> unproven; ///< paths of runs whose proofs failed: they are left out
    std::vector<std::string> lost;     ///< cases of guests that failed: "PATH: CASE: REASON"

    /// The rows in which a difference of that share could have been seen.
    [[nodiscard]] std::size_t could_have_shown(double share) const;
};

/// Compares the cases that both have, by name. Pure. Throws run::usage_error, one line, if nothing
/// can be said: no case in common, other clocks, a debug build against a release build, runs that
/// were interrupted before their first round.
[[nodiscard]] comparison compare_sides(const side& before, const side& after);

} // namespace tollgate::cost_sheet
