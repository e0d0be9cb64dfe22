// SPDX-License-Identifier: BSL-1.0
// What stands on the screen, and how it comes from the cases of results.
#pragma once

#include "screen.hpp"

#include <tollgate/report/answer.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// A line, whose cases are written as their names are, with spaces: `path parameter:text …`,
/// several joined by `|`. An empty text is that of a parameter that the case does not have.
struct line_rule {
    line_rule(std::string_view name, std::string_view words, std::string_view option,
              std::string_view cases, std::string_view besides = {}, bool first = false);

    std::string_view about; ///< its name, by which sentences know it
    std::string_view what;  ///< at most 38 columns; empty: it is for sentences alone
    std::string_view only;
    std::vector<report::case_pattern> among;  ///< the cheapest of them, which is named if several
    std::optional<report::case_pattern> less; ///< what it costs besides this
    std::string program;
    bool first_of_many; ///< of cases that differ in a number the first is meant
};

/// These do the same.
using group_rule = std::vector<line_rule>;

/// "BEGIN 1/90 of OTHER, 1/750 of OTHER."
struct claim_rule {
    struct other {
        std::string_view about;
        std::string_view name;
    };
    std::string_view about;
    std::string_view begin; ///< subject and verb
    std::vector<other> others;
    std::string_view in_a_guest{}; ///< behind it, if the machine is a virtual one
};

struct section_rule {
    std::string_view title;
    std::vector<group_rule> groups;
    std::vector<claim_rule> claims;
};

/// The screen's sections, in their order.
[[nodiscard]] const std::vector<section_rule>& screen_rules();

/// The line that a rule makes of results; nothing if no file says anything of its cases. A pattern
/// of which there are several cases that differ in a number is none: a sweep has no one answer. A
/// word that the pattern leaves open is named. Pure.
[[nodiscard]] std::optional<screen_line> line_of(const results& all, const line_rule& rule);

/// Whether a difference of these is shown, where neither is one that the run of a file that has
/// both did not tell from the other.
[[nodiscard]] bool told_apart(const results& all, const screen_line& one, const screen_line& other);

/// How many times the cheapest of these that stand for a case alone, or that it is a tie. Nothing
/// if another one, that was not measured well enough to say so, may well be cheaper.
void rank(const results& all, std::vector<screen_line>& lines);

/// The guests of a run, by the question that they answer: the cheapest case of each runtime, beside
/// the cheapest of ours at the same placement. Without guests a section without lines. Pure.
[[nodiscard]] screen_section other_runtimes(const results& all);

/// One of its files was measured in a virtual machine.
[[nodiscard]] bool is_guest(const results& all);
/// See screen::environment.
[[nodiscard]] std::vector<std::string> about_runs(const results& all);

} // namespace tollgate::cost_sheet
