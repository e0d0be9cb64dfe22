// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"
#include "screen/rules.hpp"

#include <tollgate/report/terminal.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// The reason why a line has no p99.
enum class no_p99 {
    none,        ///< it has one
    difference,  ///< a difference of two costs has no distribution
    few_samples, ///< too few samples
    loop         ///< single operations were not timed, or their overhead is too uncertain
};

/// A way to do something, in a user's words, and its cost over all rounds.
struct screen_line {
    std::string_view name; ///< of its rule; empty: of another runtime
    std::string label;     ///< may contain texts from a file; empty: used in recommendations only
    std::string words{};   ///< of the alternative that it shows: "spinning ring"
    std::string program;   ///< "testFiber"
    /// Selects its cases with the program's --only. Empty if its run had other arguments, too.
    std::string only;
    maker made_by = maker::other;
    std::optional<std::size_t> case_index{}; ///< into results::cases; absent: not available here
    measured_cost cost{};                    ///< of a difference only value and interval
    /// The cost of the quiet rounds, if it lies outside of the interval of the cost.
    std::optional<measure::estimate> quiet{};
    bool is_difference = false; ///< the cost of its case above another case
    std::optional<double> p99_ns{};
    no_p99 why_no_p99 = no_p99::none;
    std::optional<std::size_t> cheapest{}; ///< index of the cheapest case that does the same
    /// The multiple of the cheapest way to do the same. Absent: `not_resolved`, or no other way is
    /// known.
    std::optional<double> ratio{};
    bool not_resolved = false; ///< no significant difference from the cheapest
    bool best = false;         ///< it is the cheapest, and another line costs significantly more
    std::string why_not{};     ///< the reason why it is not available; from a file
};

/// The lines for one purpose.
struct screen_section {
    std::string title; ///< "REQ/REPLY"
    std::string note;  ///< what an operation is: "(one way)"; may be empty
    std::vector<screen_line> lines;
};

/// How far the figures of a screen can be trusted.
struct run_quality {
    enum class grade {
        good, ///< the printed figures allow decisions
        fair, ///< large differences are certain
        poor  ///< only the magnitudes of unsure figures are certain
    };
    grade how_good = grade::good;
    /// At most three lines: how many figures are unsure, how good the machine is and what
    /// disturbed, and what helps. Printable.
    std::vector<std::string> reasons;
};

/// The advice for a task, decided by the data.
struct recommendation {
    std::string task;     ///< "Many waiting tasks"
    std::string advice;   ///< at most `advice_columns`
    bool decided = false; ///< false: the advice says which data would decide
};

/// What to use here, and what it costs: the answers of all programs, on one screen.
struct screen {
    std::string machine; ///< "AMD EPYC, 2 CPUs, VM, Linux 6.18.44"; printable
    run_quality quality;
    std::vector<recommendation> recommendations;
    std::vector<screen_section> sections; ///< each with lines
    screen_section other_runtimes;
};

/// The screen of results of one machine in which each program occurs once. Other results, and
/// results without a case for any line, have no sections.
///
/// A line exists if its case was measured and all self-checks of its run held, or if its file says
/// why it is not available. Of several alternatives, the cheapest has the line. Pure.
[[nodiscard]] screen make_screen(const results& all);

/// The line with the reason why these results have no screen. Empty if they have no cases.
/// Precondition: the screen has no sections. Pure.
[[nodiscard]] std::string_view why_no_screen(const results& all);

/// The screen for a terminal. `page` is the file of the page, if one was written. If all
/// self-checks held, it has at most 43 lines of 100 columns, not counting the lines of other
/// runtimes. Precondition: it has sections.
[[nodiscard]] std::string screen_text(const results& all, const screen& shown,
                                      const std::optional<std::string>& page = {},
                                      const report::terminal& on = {});

inline constexpr std::size_t screen_columns = 100;
inline constexpr std::size_t label_columns = 27; ///< with a space
inline constexpr std::size_t advice_columns = 71;

/// "33.0 ns", "10 µs ?".
[[nodiscard]] std::string cost_cell(const screen_line& line);
/// "33.0 ns", "~10 µs": for sentences and narrow columns.
[[nodiscard]] std::string short_cost(const measure::estimate& cost);
/// "7.5–17 µs", "-14…-10 ns"; empty without an interval.
[[nodiscard]] std::string interval_cell(const screen_line& line);
/// "116 ns", or the reason why there is none: "(few)".
[[nodiscard]] std::string p99_cell(const screen_line& line);
/// "1.3", "=" if `not_resolved`, else empty.
[[nodiscard]] std::string ratio_cell(const screen_line& line);
/// The meaning of "(few)"; empty for `none`.
[[nodiscard]] std::string_view explained(no_p99 reason);
/// "GOOD", "FAIR" or "POOR".
[[nodiscard]] std::string_view to_string(run_quality::grade grade);

// The parts of make_screen. All are pure.

/// The line of a rule; nothing if no file mentions its cases. A pattern whose cases differ in a
/// number has no line, because a sweep has no single answer.
[[nodiscard]] std::optional<screen_line> line_of(const results& all, const line_rule& rule);

/// A line with the cost of this case.
[[nodiscard]] screen_line line_with_cost(const results& all, std::size_t case_index);

/// Whether two lines are from one file, or from two interleaved runs. Only `make compare` compares
/// other runs.
[[nodiscard]] bool measured_together(const results& all, const screen_line& first,
                                     const screen_line& second);

/// Whether these lines have a significant difference. They have none if a run that has both cases
/// compared them and found none.
[[nodiscard]] bool differ_significantly(const results& all, const screen_line& first,
                                        const screen_line& second);

/// Sets `ratio`, `not_resolved` and `cheapest` of the lines that show the cost of a case. Lines
/// that were not measured together with the cheapest get nothing.
void rank(const results& all, std::vector<screen_line>& lines);

/// The runtimes of a run, by question: the cheapest case of each runtime, next to our cheapest case
/// at the same placement. Without runtimes a section without lines.
[[nodiscard]] screen_section other_runtimes(const results& all);

/// The quality of the runs and of these lines.
[[nodiscard]] run_quality quality_of(const results& all, const std::vector<screen_line>& lines);

/// A recommendation for each task of which at least one line was measured. A recommendation with a
/// decision uses only significant differences of lines that were measured together.
[[nodiscard]] std::vector<recommendation> recommend(const results& all,
                                                    const std::vector<screen_line>& lines);

/// Whether a file was measured in a virtual machine.
[[nodiscard]] bool is_virtual(const results& all);

/// "make run TIME=60": the command that measures for longer than these runs.
[[nodiscard]] std::string longer_run(const results& all);

} // namespace tollgate::cost_sheet
