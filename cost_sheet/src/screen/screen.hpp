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

/// One way to do something, in a user's words.
struct screen_line {
    std::string_view about;          ///< the name of its rule; empty: of another runtime
    std::string what;                ///< may have texts from a file; empty: for sentences alone
    std::string program;             ///< "testFiber"
    std::string only;                ///< the cases behind it, as the program's --only takes them
    std::optional<std::size_t> of{}; ///< index of its case; absent: it is not available here
    measured_cost cost{};            ///< of `besides` value and interval alone
    bool besides = false;            ///< it is what the case costs more than another one
    std::string share{};             ///< what it has in place of a cost; empty: it has a cost
    std::optional<double> p99_ns{};
    std::optional<std::size_t> cheapest{}; ///< index of the cheapest case of those that do the same
    /// How many times the cheapest way to do the same; absent: a tie, or no other way is known.
    std::optional<double> ratio{};
    bool tied = false;     ///< it is not shown to cost more than the cheapest
    std::string why_not{}; ///< why it is not available; from a file
};

/// What a reader chooses between, and what can be said of it.
struct screen_section {
    std::string title;
    std::vector<screen_line> lines;
    std::vector<std::string> sentences;
};

/// What to use here, and what it costs: the answers of all programs, on one screen.
struct screen {
    std::vector<screen_section> sections; ///< none of them without lines
    /// What a reader of the figures must know first, at most three lines. Printable.
    std::vector<std::string> environment;
};

/// Of results of one machine among which no program stands twice; else, and if no case has a line,
/// without sections.
///
/// A line is there if its case was measured and every proof of its run held, or if its file says
/// why it is not available. Of several peers the cheapest has the line. A sentence is said of lines
/// that are good enough to be printed, and names a ratio only where `told_apart` holds.
///
/// The environment begins with what keeps the lines from belonging together. Then comes what is bad
/// before what is unknown, and what can be helped, with the command, before what cannot. Pure.
[[nodiscard]] screen make_screen(const results& all);

/// The screen for a terminal: if all proofs held at most 40 lines of 100 columns, but for lines of
/// other runtimes, which are more and may be longer. Precondition: it has sections.
[[nodiscard]] std::string screen_text(const results& all, const screen& shown);

/// Whether its cost can be said, or at least what it is below.
[[nodiscard]] bool has_figure(const screen_line& line);
/// "33.0 ns ± 0.6 %", "15 to 21 µs", "at most 2.1 ns" for what a case costs besides another and is
/// not sure to a half of itself, "not measured well enough here", or why there is none.
[[nodiscard]] std::string cost_cell(const screen_line& line);
/// "1.3", or "=" if it is a tie; empty without either.
[[nodiscard]] std::string ratio_cell(const screen_line& line);

/// A text that became part of the program when it was built, and its SHA-256 in hexadecimal.
struct embedded_text {
    std::string_view text;
    std::string_view sha256;
};

/// lines.txt.
[[nodiscard]] embedded_text screen_table();

/// How a line comes from cases.
struct line_rule {
    std::string about; ///< its name, by which sentences know it
    std::string what;  ///< at most 38 columns; empty: it is for sentences alone
    std::string only;
    std::vector<report::case_pattern> among;  ///< the cheapest of them, which is named if several
    std::optional<report::case_pattern> less; ///< what it costs besides this
    std::string program;
};

/// "BEGIN 1/90 of OTHER, 1/750 of OTHER."
struct claim_rule {
    struct other {
        std::string about;
        std::string name;
    };
    std::string about;
    std::string begin; ///< subject and verb
    std::vector<other> others;
    std::string if_virtual; ///< behind it, if the machine is a virtual one
};

struct section_rule {
    std::string title;
    std::vector<std::vector<line_rule>> groups; ///< the lines of a group do the same
    std::vector<claim_rule> claims;
};

/// The screen's sections, in their order.
[[nodiscard]] const std::vector<section_rule>& screen_rules();

/// The line that a rule makes of results; nothing if no file says anything of its cases. A pattern
/// of which there are several cases that differ in a number is none: a sweep has no one answer. A
/// word that the pattern leaves open is named. Pure.
[[nodiscard]] std::optional<screen_line> line_of(const results& all, const line_rule& rule);

/// Whether two lines come from one file, or from two runs that came in turns: others are compared
/// by `make compare` alone.
[[nodiscard]] bool of_one_run(const results& all, const screen_line& one, const screen_line& other);

/// Whether a difference of these is shown, where neither is one that the run of a file that has
/// both did not tell from the other.
[[nodiscard]] bool told_apart(const results& all, const screen_line& one, const screen_line& other);

/// How many times the cheapest of these that stand for a case alone, or that it is a tie. Nothing
/// if another one, that was not measured well enough to say so, may well be cheaper, and of what is
/// not of one run with the cheapest.
void rank(const results& all, std::vector<screen_line>& lines);

/// The runtimes of a run, by the question that they answer: the cheapest case of each runtime,
/// beside the cheapest of ours at the same placement. Without runtimes a section without lines.
/// Pure.
[[nodiscard]] screen_section other_runtimes(const results& all);

/// The time that a thread loses on all CPUs that a run has watched; else a section without lines.
/// Pure.
[[nodiscard]] screen_section lost_time(const results& all);

/// See screen::environment.
[[nodiscard]] std::vector<std::string> about_runs(const results& all);

} // namespace tollgate::cost_sheet
