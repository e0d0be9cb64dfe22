// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/measured_run.hpp"

#include <tollgate/stats/interval.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// What is known of one case on both sides.
struct difference {
    enum class verdict { slower, faster, tie, unknown };

    std::string name; ///< a stranger's text
    bool in_pairs = false;
    double old_ns = 0;
    double new_ns = 0;
    double ratio = 1; ///< new / old
    /// Of the ratio, 95 % for all rows at once; absent: see `why`.
    std::optional<stats::interval> range;
    verdict says = verdict::unknown;
    double floor = 0; ///< no smaller difference is claimed: a share, of single runs
    std::string why;  ///< if unknown: why there is no verdict, our own words

    /// The smallest difference that would have been seen, as a share: half the interval, or the
    /// floor. Absent without an interval, or where not even twice as much would have been seen.
    [[nodiscard]] std::optional<double> visible() const {
        if (!range) {
            return std::nullopt;
        }
        const double half = std::max(std::sqrt(range->high / range->low) - 1, floor);
        return half <= 1 ? std::optional(half) : std::nullopt;
    }
    /// Whether it tells that the case is slower by more than `share`, or that it is not.
    [[nodiscard]] bool tells(double share) const {
        return says == verdict::faster || (says == verdict::slower && range->low > 1 + share) ||
               (says != verdict::unknown && visible() && *visible() <= share);
    }
    /// Takes over ratio and interval, in logarithms, and says what follows: it is slower or faster
    /// if it moved further than to `machine`, and a tie if a difference of `share` would have been
    /// seen.
    void conclude(double log_ratio, const stats::interval& logs, const stats::interval& machine,
                  double share);
};

/// By how much the machine itself, or all rows together, moved from old to new.
struct movement {
    std::string program; ///< whose reference loops these are; empty: of all rows, pair by pair
    double ratio = 1;
    stats::interval range{1, 1, 0}; ///< 95 %
    [[nodiscard]] bool is_shown() const { return !range.contains(1); }
};

/// The runs of one program, and its rows in a comparison.
struct program_runs {
    std::string program;
    run_list old_runs;
    run_list new_runs;
    std::vector<difference*> rows;
};

/// What is said besides the rows.
struct other_findings {
    std::vector<movement> movements;
    std::vector<std::string> no_verdict; ///< of which program there is none, and why; printable
    std::vector<std::string> notes;      ///< printable
};

/// Compares runs that were made in pairs, one of either side and then the next two, pair by pair:
/// what the machine was going through then befell both. True if they were, and of these programs
/// the rows are concluded on: all together at 95 %, by stats::max_t, with a column for each pair.
/// The ratio is the mean over the pairs, on the logarithms: a build that is slower in every other
/// run costs that much more on average, although the median pair says 1.
///
/// A pair is left out if its reference loops show that the machine changed its speed within it, and
/// for no other reason. If two or more are left out and the machine got slower in all of them, or
/// faster, or they are more than a quarter of all, the program has no verdict: then that may be the
/// new build's work.
[[nodiscard]] bool made_in_pairs(const program_runs& runs);
void compare_pairs(const std::vector<program_runs>& programs, double share, other_findings& to);

/// Compares two sides that were measured one after the other: over runs if both have several, else
/// over passes, by Welch's t. By how much the machine came between them the reference loops tell,
/// and a row is slower only if it is so by more than that. What rows scatter around the median row
/// beyond their own errors is Birge's ratio, by which all errors are multiplied: passes of one run
/// do not know how much two runs differ. Most rows must not have changed. Holm's method adjusts for
/// all rows. See R. T. Birge, "The Calculation of Errors by the Method of Least Squares", Physical
/// Review 40 (1932).
void compare_apart(const std::vector<program_runs>& programs, double share, other_findings& to);

} // namespace tollgate::cost_sheet
