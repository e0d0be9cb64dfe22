// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "command.hpp"
#include "comparable.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/stats/interval.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
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
    std::string why; ///< if unknown: why there is no verdict, our own words

    /// The smallest difference that would have been seen, as a share: half the interval. Absent
    /// without an interval, or where not even twice as much would have been seen.
    [[nodiscard]] std::optional<double> visible() const;
    /// The whole interval is above `share`, or all of it below: then it tells whether the case is
    /// slower by more.
    [[nodiscard]] bool tells(double share) const;
    /// Takes over what it cost, as means of logarithms.
    void set_costs(const std::vector<double>& old_logs, const std::vector<double>& new_logs);
    /// Says what follows of the ratio's interval and of where the machine alone may have taken it,
    /// both in logarithms: `machine` holds 0. Its range is what the case itself may have changed
    /// by.
    void conclude(double log_ratio, const stats::interval& own, const stats::interval& machine,
                  double share);
};

/// By how much the machine itself, or the median row, moved from old to new.
struct movement {
    std::string program;  ///< whose reference loops these are; empty: of the median row of pairs
    stats::interval logs; ///< 95 %, of the logarithm of new / old
};

/// Everything that is said about two sides.
struct comparison {
    std::vector<difference> rows; ///< slower ones first, then faster, ties, no verdict
    double share = 0;             ///< a tie is a row that would have shown such a difference
    std::vector<movement> movements;
    std::vector<std::string> no_verdict; ///< of which program there is none, and why; printable
    std::vector<std::string> notes;      ///< printable
    /// Cases that an old run has and its partner among the new ones has not, or not as a figure of
    /// the same work: "CASE", or of some new runs "CASE: in 6 of 12 new runs".
    std::vector<std::string> missing;
    std::vector<std::string> only_new;
    /// By program what differs between its old runs, group 0, and the new ones, but for the dates.
    std::vector<std::pair<std::string, run_fact>> changed;
    std::vector<std::string> unproven; ///< paths of runs whose proofs failed: they are left out
    std::vector<std::string> lost;     ///< cases of runtimes that failed: "PATH: CASE: REASON"

    [[nodiscard]] std::size_t count(difference::verdict says) const;
    /// The rows that tell whether a case is slower by more than `share`.
    [[nodiscard]] std::size_t telling_rows() const;
};

/// What is looked for if nothing else was asked for.
inline constexpr double usual_share = 0.05;

/// Compares the cases that both have, by name. Pure. Throws run::usage_error, one line, if nothing
/// can be said: no case in common, other clocks, a debug build against a release build.
[[nodiscard]] comparison compare_sides(const side& before, const side& after,
                                       double share = usual_share);

// How that is done:

using run_list = std::vector<const result_file*>;
using cases_of_runs = std::map<const result_file*, const case_row*>;
using run_pairs = std::vector<std::pair<const result_file*, const result_file*>>; ///< old, new

/// A row, and the case in each of the old and the new runs that have it.
struct row_cases {
    difference row;
    std::array<cases_of_runs, 2> cases;
    std::set<const result_file*> named_by; ///< the old runs that have it, be it without a figure
};

/// The runs of one program, and its rows in a comparison.
struct program_runs {
    std::array<run_list, 2> sides; ///< old, new
    run_pairs pairs;               ///< of these runs; empty: they are not compared pair by pair
    std::map<std::string, row_cases> rows; ///< by name
};
using runs_by_program = std::map<std::string, program_runs>;

/// The pairs of runs whose files have one name, if they were made in turns: both of a pair, in
/// whatever order, before both of the next, as far as their dates tell. A run whose partner is lost
/// is in none. There are none for fewer pairs than show anything, or where two runs of a side have
/// one name. Pure.
[[nodiscard]] run_pairs made_in_pairs(const std::array<run_list, 2>& sides);

/// Concludes on the rows of those programs with pairs, pair by pair, by stats::max_t with a column
/// for each pair. A pair is left out if its reference loops show that the machine changed its speed
/// within it, and for no other reason. If two or more are left out and the machine got slower in
/// all of them, or faster, or they are more than a quarter of all, the program has no verdict: that
/// may be the new build's work. The README has the argument.
void compare_pairs(runs_by_program& programs, comparison& to);

/// Concludes on the rows of those whose sides were measured one after the other, by Welch's t and
/// Bonferroni's method: over the means of runs where either side has several, else over passes.
/// What the machine did in between the reference loops tell, and Birge's ratio by how much rows
/// scatter beyond their own errors. See R. T. Birge, "The Calculation of Errors by the Method of
/// Least Squares", Physical Review 40 (1932).
void compare_apart(runs_by_program& programs, comparison& to);

/// A comparison for a reader, as Markdown. No figure has more digits than its interval resolves,
/// and no interval is above 100 %. Pure.
[[nodiscard]] std::string comparison_text(const comparison& found, const side& before,
                                          const side& after);

/// "\nTITLE\n- NAME\n- NAME\n", printable; nothing without names.
[[nodiscard]] std::string list_text(const char* title, const std::vector<std::string>& names);

/// "off; on; 3 more", printable; "-" without values.
[[nodiscard]] std::string values_text(const std::vector<std::string>& values);

/// The share as it was typed, "5 %", not "5.0 %".
[[nodiscard]] std::string share_text(double share);

/// A number with the digits that its uncertainty leaves it: a step of the last one is no more than
/// a third of the uncertainty, and no less than a thirtieth. 75342 ± 3800 is "75000", 1.0523 ± 0.02
/// is "1.052". At most `most` decimals. Always a decimal point, whatever the locale. Pure.
[[nodiscard]] std::string resolved(double value, double uncertainty, int most);

/// `--compare OLD NEW`: prints the comparison. The exit code is 1 if a proof of work failed in one
/// of the files. With --fail-if-slower it is 0 only if the question was answered, and with no.
/// Without, it is 3 if a file cannot be read, else 2 if a program has no verdict.
[[nodiscard]] cli::exit_code compare_files(const options& wanted);

} // namespace tollgate::cost_sheet
