// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/measured_run.hpp"

namespace tollgate::cost_sheet {

/// The logarithm of what a case costs, or of a ratio, and how well it is known from what was
/// measured of the case itself.
struct own_error {
    double log = 0;
    double variance = 0;
    double degrees = 1;
    /// Known from at least `least_replicates` runs or processes, each with its own layout and
    /// moment. Else only from the rounds of few of them, which are more alike.
    bool replicated = true;

    static constexpr std::size_t least_replicates = 5;
};

/// Of one side: the mean over its runs, or of a single run over its processes. Of fewer than
/// `least_replicates` the median of the runs, and the interval that each states of itself.
/// `as_it_is`: of all rounds, where the value is of quiet ones alone. Pure.
[[nodiscard]] own_error own_error_of(const run_list& runs, const std::string& name,
                                     bool as_it_is = false);

/// Of new / old, with Welch's degrees of freedom; as it is if some of the runs have a quiet value
/// and others none. Pure.
[[nodiscard]] own_error own_error_of(const case_runs& one);

/// Of a sum of two independent parts, Welch's degrees of freedom. Precondition: a variance is above
/// zero.
[[nodiscard]] double welch_degrees(double variance, double degrees, double other_variance,
                                   double other_degrees);

} // namespace tollgate::cost_sheet
