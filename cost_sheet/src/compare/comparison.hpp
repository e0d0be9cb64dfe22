// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/side.hpp"

#include <tollgate/stats/interval.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
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
    /// Takes over what it cost, as means of logarithms.
    void set_costs(const std::vector<double>& old_logs, const std::vector<double>& new_logs);
    /// Takes over ratio and interval, in logarithms, and says what follows: it is slower or faster
    /// if it moved further than to `machine`, and a tie if a difference of `share` would have been
    /// seen.
    void conclude(double log_ratio, const stats::interval& logs, const stats::interval& machine,
                  double share);
};

/// By how much the machine itself, or the median row, moved from old to new.
struct movement {
    std::string program;  ///< whose reference loops these are; empty: of the median row of pairs
    stats::interval logs; ///< 95 %, of the logarithm of new / old
    [[nodiscard]] bool is_shown() const { return !logs.contains(0); }
};

using run_pair = std::pair<const measured_run*, const measured_run*>; ///< old, new
using run_pairs = std::vector<run_pair>;

/// The runs of one program, and its rows in a comparison.
struct program_runs {
    std::string program;
    run_list old_runs;
    run_list new_runs;
    run_pairs pairs; ///< of these runs; empty: they were made one after the other
    std::vector<difference*> rows;
};

/// What is said besides the rows.
struct other_findings {
    std::vector<movement> movements;
    std::vector<std::string> no_verdict; ///< of which program there is none, and why; printable
    std::vector<std::string> notes;      ///< printable
};

/// The pairs of runs that were made side by side: one of either, then the next two, in whatever
/// order within a pair. Nothing unless all of them have dates that say so, and for fewer pairs than
/// show anything. Pure.
[[nodiscard]] std::optional<run_pairs> made_in_pairs(run_list old_runs, run_list new_runs);

/// Concludes on the rows of these programs pair by pair: what the machine was going through then
/// befell both. All rows are judged together at 95 %, by stats::max_t, with a column for each pair.
/// The ratio is the mean over the pairs, on the logarithms: a build that is slower in every other
/// run costs that much more on average, although the median pair may say 1.
///
/// A pair is left out if its reference loops show that the machine changed its speed within it, and
/// for no other reason. If two or more are left out and the machine got slower in all of them, or
/// faster, or they are more than a quarter of all, the program has no verdict: that may be the new
/// build's work.
void compare_pairs(const std::vector<program_runs>& programs, double share, other_findings& to);

/// Concludes on the rows of programs whose sides were measured one after the other: over runs if
/// both have several, else over passes, by Welch's t. By how much the machine came between them the
/// reference loops tell, and a row is slower only if it is so by more than that. What rows scatter
/// beyond their own errors is Birge's ratio, by which all errors are multiplied, because the passes
/// of a run do not know how much two runs differ; most rows must not have changed. All rows are
/// judged together, by Bonferroni's method. See R. T. Birge, "The Calculation of Errors by the
/// Method of Least Squares", Physical Review 40 (1932).
void compare_apart(const std::vector<program_runs>& programs, double share, other_findings& to);

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
