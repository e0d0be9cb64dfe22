// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <tollgate/report/answer.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// A way to do something, in a user's words.
struct screen_line {
    std::string_view name; ///< of its rule; empty: of another runtime
    std::string label;     ///< may contain texts from a file; empty: used in sentences only
    std::string program;   ///< "testFiber"
    std::string only;      ///< selects its cases with the program's --only
    std::optional<std::size_t> case_index{}; ///< into results::cases; absent: not available here
    measured_cost cost{};                    ///< of a difference only value and interval
    bool is_difference = false;              ///< the cost of its case above another case
    std::string share_text{};                ///< printed in place of a cost; empty: it has a cost
    std::optional<double> p99_ns{};
    std::optional<std::size_t> cheapest{}; ///< index of the cheapest case that does the same
    /// The multiple of the cheapest way to do the same. Absent: `not_resolved`, or no other way is
    /// known.
    std::optional<double> ratio{};
    bool not_resolved = false; ///< no significant difference from the cheapest
    std::string why_not{};     ///< the reason why it is not available; from a file
};

/// Alternatives for the same purpose, with sentences about them.
struct screen_section {
    std::string title;
    std::vector<screen_line> lines;
    std::vector<std::string> sentences;
};

/// What to use here, and what it costs: the answers of all programs, on one screen.
struct screen {
    std::vector<screen_section> sections; ///< each with lines
    /// The most important conditions of the figures, at most three lines. Printable.
    std::vector<std::string> environment;
};

/// The screen of results of one machine in which each program occurs once. Other results, and
/// results without a case for any line, have no sections.
///
/// A line exists if its case was measured and all self-checks of its run held, or if its file says
/// why it is not available. Of several alternatives, the cheapest has the line. A sentence uses
/// only lines whose costs are good enough to be printed. It names a ratio only for a significant
/// difference: see `differ_significantly`.
///
/// The environment begins with the reasons why the lines do not belong together. Then bad
/// conditions come before unknown ones, and conditions with a command against them before others.
/// Pure.
[[nodiscard]] screen make_screen(const results& all);

/// The screen for a terminal. If all self-checks held, it has at most 40 lines of 100 columns, not
/// counting the lines of other runtimes, which may be longer. Precondition: it has sections.
[[nodiscard]] std::string screen_text(const results& all, const screen& shown);

/// Whether the cost, or at least its bound, is known well enough to be printed.
[[nodiscard]] bool has_figure(const screen_line& line);
/// "33.0 ns ± 0.6 %", "15 to 21 µs", "not measured well enough here", the reason why there is none,
/// or "at most 2.1 ns" for a difference whose interval is wider than half of its value.
[[nodiscard]] std::string cost_cell(const screen_line& line);
/// "1.3", "=" if `not_resolved`, else empty.
[[nodiscard]] std::string ratio_cell(const screen_line& line);

/// A text that the build embeds in the program, and its SHA-256 in hexadecimal.
struct embedded_text {
    std::string_view text;
    std::string_view sha256;
};

/// lines.txt.
[[nodiscard]] embedded_text screen_table();

/// The rule that makes a line of cases.
struct line_rule {
    std::string name;  ///< sentences refer to it
    std::string label; ///< at most 38 columns; empty: used in sentences only
    std::string only;
    std::vector<report::case_pattern> patterns;     ///< alternatives; the line names the cheapest
    std::optional<report::case_pattern> subtracted; ///< the line is the cost above this case
    std::string program;
};

/// "BEGIN 1/90 of WORDS, 1/750 of WORDS."
struct claim_rule {
    struct other {
        std::string line; ///< the name of its rule
        std::string words;
    };
    std::string subject; ///< the name of its rule
    std::string begin;   ///< subject and verb
    std::vector<other> others;
    std::string if_virtual; ///< added in a virtual machine
};

struct section_rule {
    std::string title;
    std::vector<std::vector<line_rule>> groups; ///< the lines of a group do the same
    std::vector<claim_rule> claims;
};

/// The screen's sections, in their order.
[[nodiscard]] const std::vector<section_rule>& screen_rules();

/// The line of a rule; nothing if no file mentions its cases. A pattern whose cases differ in a
/// number has no line, because a sweep has no single answer. The line names the texts that the
/// pattern leaves open. Pure.
[[nodiscard]] std::optional<screen_line> line_of(const results& all, const line_rule& rule);

/// Whether two lines are from one file, or from two interleaved runs. Only `make compare` compares
/// other runs.
[[nodiscard]] bool measured_together(const results& all, const screen_line& first,
                                     const screen_line& second);

/// Whether these lines have a significant difference. They have none if a run that has both cases
/// compared them and found none.
[[nodiscard]] bool differ_significantly(const results& all, const screen_line& first,
                                        const screen_line& second);

/// Sets `ratio`, `not_resolved` and `cheapest` of the lines that show the cost of a case. Nothing
/// is set if a line with a poor cost may be cheaper. Lines that were not measured together with the
/// cheapest get nothing.
void rank(const results& all, std::vector<screen_line>& lines);

/// The runtimes of a run, by question: the cheapest case of each runtime, next to our cheapest case
/// at the same placement. Without runtimes a section without lines. Pure.
[[nodiscard]] screen_section other_runtimes(const results& all);

/// The time that a thread loses on all CPUs that a run watched; else a section without lines. Pure.
[[nodiscard]] screen_section lost_time(const results& all);

/// See screen::environment.
[[nodiscard]] std::vector<std::string> about_runs(const results& all);

} // namespace tollgate::cost_sheet
