// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "command.hpp"
#include "comparable.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/stats/interval.hpp>
#include <tollgate/stats/max_t.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {

/// The comparison of one case on both sides.
struct difference {
    enum class verdict { slower, faster, no_difference, unknown };

    std::string name; ///< from a file
    bool in_pairs = false;
    double old_ns = 0;
    double new_ns = 0;
    double ratio = 1; ///< new / old
    /// The ratio's interval, 95 % for all rows at once; absent: see `why`.
    std::optional<stats::interval> range;
    verdict says = verdict::unknown;
    std::string why; ///< if unknown: why there is no verdict, a fixed text

    /// The smallest visible difference, as a share: half the interval. Absent without an interval,
    /// and where even a cost twice as large would not be visible.
    [[nodiscard]] std::optional<double> visible() const;
    /// Whether the interval decides if the case is slower by more than `share`: the interval is
    /// entirely above or entirely below `share`.
    [[nodiscard]] bool decides(double share) const;
    /// Sets costs and ratio from means of logarithms.
    void set_costs(const std::vector<double>& old_logs, const std::vector<double>& new_logs);
    /// Sets the verdict from the ratio's interval and from the change that the machine alone may
    /// have caused, both in logarithms. `machine` contains 0. `range` becomes the change that the
    /// case itself may have.
    void conclude(double log_ratio, const stats::interval& own, const stats::interval& machine,
                  double share);
};

/// The change of the machine itself, or of the median row, from old to new.
struct movement {
    std::string program;  ///< of these reference loops; empty: the median row of pairs
    stats::interval logs; ///< 95 %, of the logarithm of new / old
};

/// The comparison of two sides.
struct comparison {
    std::vector<difference> rows; ///< by verdict: slower, faster, no difference, unknown
    double share = 0;             ///< a row without difference would have shown one of this share
    std::vector<movement> movements;
    std::vector<std::string> no_verdict; ///< programs without a verdict, and why; printable
    std::vector<std::string> notes;      ///< printable
    /// Cases of an old run that its new partner lacks, or has with other work: "CASE", or, if only
    /// a part of the new runs lack it, "CASE: in 6 of 12 new runs".
    std::vector<std::string> missing;
    std::vector<std::string> only_new;
    /// For each program the facts that differ between its old runs (group 0) and its new runs,
    /// without the dates.
    std::vector<std::pair<std::string, run_fact>> changed;
    std::vector<std::string> failed_runs; ///< paths; runs with failed self-checks are left out
    std::vector<std::string> lost;        ///< cases of runtimes that failed: "PATH: CASE: REASON"

    [[nodiscard]] std::size_t count(difference::verdict says) const;
    /// The number of rows that decide whether a case is slower by more than `share`.
    [[nodiscard]] std::size_t deciding_rows() const;
};

/// The share without --fail-if-slower.
inline constexpr double default_share = 0.05;

/// Compares the cases that both have, by name. Throws run::usage_error, one line, if there is
/// nothing to compare: no case in common, different clocks, a debug and a release build. Pure.
[[nodiscard]] comparison compare_sides(const side& before, const side& after,
                                       double share = default_share);

// Parts of a comparison:

using run_list = std::vector<const result_file*>;
using cases_of_runs = std::map<const result_file*, const case_row*>;
using run_pairs = std::vector<std::pair<const result_file*, const result_file*>>; ///< old, new

/// A row, and its case in each of the old and the new runs that have it.
struct row_cases {
    difference row;
    std::array<cases_of_runs, 2> cases;
    std::set<const result_file*> named_by; ///< the old runs that have it, even without a figure
};

/// The runs of one program, and its rows in a comparison.
struct program_runs {
    std::array<run_list, 2> sides;         ///< old, new
    run_pairs pairs;                       ///< of these runs; empty: no comparison pair by pair
    std::map<std::string, row_cases> rows; ///< by name
};
using runs_by_program = std::map<std::string, program_runs>;

/// The runs of each program whose self-checks held, and a row for each of their cases.
[[nodiscard]] runs_by_program by_program(const std::array<const side*, 2>& sides,
                                         comparison& found);

/// The pairs of runs whose files have one name, if the runs were interleaved: by their dates, both
/// runs of a pair, in any order, precede both of the next. A run without partner is in no pair.
/// There are no pairs if they would be too few for a result, or if two runs of a side have one
/// name. Pure.
[[nodiscard]] run_pairs interleaved_pairs(const std::array<run_list, 2>& sides);

/// 1 if the reference loops of a pair show that the machine was slower in the new run, beyond the
/// tolerance of one speed; -1 if it was faster; 0 if neither. Absent: too few loops.
[[nodiscard]] std::optional<int> change_of_speed(const run_pairs::value_type& pair);

/// The logarithm of a row's ratio in each pair, and the row's costs. If only one run of a pair has
/// a quiet value, the ratio is of all rounds.
[[nodiscard]] stats::max_t_row begin_row(const run_pairs& pairs, row_cases& row);

/// Sets the verdicts of the programs with pairs, pair by pair, by stats::max_t with a column for
/// each pair. A pair is left out only if its reference loops show that the machine changed its
/// speed within the pair. The program has no verdict if more than a quarter of the pairs are left
/// out, or if two or more are left out and the machine changed in the same direction in all of
/// them: the new build may be the cause. The README has the argument.
void compare_pairs(runs_by_program& programs, comparison& to);

/// Sets the verdicts of the programs whose sides were measured one after the other, by Welch's t
/// and Bonferroni's method: over the means of runs where a side has several, else over passes. The
/// reference loops tell the machine's change in between. Birge's ratio tells how far rows scatter
/// beyond their own errors. See R. T. Birge, "The Calculation of Errors by the Method of Least
/// Squares", Physical Review 40 (1932).
void compare_apart(runs_by_program& programs, comparison& to);

/// A comparison as Markdown, for a terminal of this width. No figure has more digits than its
/// interval resolves, and no printed interval is above 100 %. Pure.
[[nodiscard]] std::string comparison_text(const comparison& found, const side& before,
                                          const side& after, std::size_t columns);

/// "\nTITLE\n- NAME\n- NAME\n", printable; nothing without names.
[[nodiscard]] std::string list_text(const char* title, const std::vector<std::string>& names);

/// "off; on; 3 more", printable; "-" without values.
[[nodiscard]] std::string values_text(const std::vector<std::string>& values);

/// The share as the user typed it: "5 %", not "5.0 %".
[[nodiscard]] std::string share_text(double share);

/// A number with the digits that its uncertainty allows: a step of the last digit is between a
/// thirtieth and a third of the uncertainty. 75342 ± 3800 is "75000", 1.0523 ± 0.02 is "1.052". At
/// most `most` decimals. The decimal point does not depend on the locale. Pure.
[[nodiscard]] std::string resolved(double value, double uncertainty, int most);

/// `--compare OLD NEW`: prints the comparison. The exit code is 1 if a self-check failed in a file.
/// With --fail-if-slower it is 0 only if the answer is known and is no. Without that option it is 3
/// if a file cannot be read, else 2 if a program has no verdict.
[[nodiscard]] cli::exit_code compare_files(const options& wanted);

} // namespace tollgate::cost_sheet
