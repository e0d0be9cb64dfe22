// SPDX-License-Identifier: BSL-1.0
// The page, the sections that it is made of, and the pieces that these are made of.
#pragma once

#include "ladder.hpp"
#include "screen/screen.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// One self-contained HTML page of results that were loaded for a page. It asks the network for
/// nothing, and whatever came from a file is escaped. At most `page_limit` bytes: the details of
/// dearer cases are left out where they would exceed it, and the page says so.
[[nodiscard]] std::string page(const results& all);

inline constexpr std::size_t page_limit = 2'000'000;

/// Its curve and its rounds, each with a comma before it; empty without either. Of many rounds
/// about `most_rounds` are in it, and of the disturbed ones as many as there is room for.
[[nodiscard]] std::string detail_data(const measure::case_result& result);

inline constexpr std::size_t most_rounds = 120;

[[nodiscard]] embedded_text page_style();
[[nodiscard]] embedded_text page_script();
/// Chart.js; empty where it was not found when this was built.
[[nodiscard]] embedded_text page_charts();
[[nodiscard]] embedded_text page_reading(); ///< the section "How to read it"

/// Any text as text of an HTML element or of a quoted attribute, cut after `most` code points. The
/// one way in which a text that came from outside gets into the page.
[[nodiscard]] std::string markup(std::string_view text, std::size_t most = 200);

/// A `<table>` in a box that scrolls. Titles and cells are markup.
[[nodiscard]] std::string table(std::string_view css_class, const std::vector<std::string>& titles,
                                const std::string& rows);
/// The first cell names the row.
[[nodiscard]] std::string table_row(const std::vector<std::string>& cells);

/// `<figure>` with a canvas that a screen reader names `label`, and its table. `kind` and `index`
/// say which data is drawn.
[[nodiscard]] std::string chart(std::string_view kind, std::size_t index, std::string_view label,
                                const std::string& table);

/// For a script element: no character in it but ASCII, and none that HTML gives a meaning.
[[nodiscard]] std::string script_json(const nlohmann::ordered_json& value);

/// With that many digits that count: five are more than a picture shows. Null if it is not finite.
[[nodiscard]] nlohmann::ordered_json short_number(double value, int digits = 5);

/// Nanoseconds as the programs' tables have them, and with a unit; a dash for what is no number.
[[nodiscard]] std::string ns_figure(double ns);
[[nodiscard]] std::string duration_text(double ns);

/// A part of the page: what is seen, and an array of what its charts are drawn from.
struct section {
    std::string html;
    std::string json = "[]";
};

/// Pieces of a section within a bound: what is missing is the end.
class bounded_pieces {
public:
    explicit bounded_pieces(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Takes all of the piece or nothing. `data` is the JSON of its chart.
    void add(const std::string& html, const std::string& data = {});

    [[nodiscard]] const std::string& html() const { return html_; }
    [[nodiscard]] std::size_t taken() const { return taken_; }
    [[nodiscard]] std::size_t left_out() const { return left_out_; }
    /// Behind `begin` all that was taken, and "3 more files are left out, to keep the page small",
    /// `what` they are; empty without any.
    [[nodiscard]] section finish(const std::string& begin, std::string_view what,
                                 std::string_view end = "</section>\n") const;

private:
    std::size_t most_bytes_;
    std::string html_;
    std::string data_;
    std::size_t taken_ = 0;
    std::size_t left_out_ = 0;
};

/// What follows the name of each case, as markup: the file's label after a space, where several
/// files have that name, else nothing.
[[nodiscard]] std::vector<std::string> file_labels(const results& all);

/// A case that the page shows, in the three forms that it takes there.
struct shown_case {
    std::size_t of = 0;  ///< index into results::cases
    std::string row;     ///< of the ladder's table
    std::string summary; ///< `<details>`, whose content the script adds
    std::string data;    ///< JSON: the members of its object, without braces
};

struct shown_group {
    choice kind = choice::other;
    std::size_t of = 0;   ///< how many cases it has, shown or not
    std::string left_out; ///< of the names in its chart, which all of them share
    std::vector<shown_case> cases;
};

/// The ladder's cases as far as they fit into that many bytes, of each name the cheapest first.
[[nodiscard]] std::vector<shown_group> choose_cases(const results& all, const ladder& ranked,
                                                    std::size_t most_bytes);
/// Adds to `data` what the distributions and rounds of the cases need, cheapest first, as far as it
/// fits into that many bytes. Returns how many of those that have any had to do without.
[[nodiscard]] std::size_t add_details(const results& all, std::vector<shown_group>& groups,
                                      std::size_t most_bytes);
/// The table of all groups, and the list of cases below it.
[[nodiscard]] std::string ladder_section(const std::vector<shown_group>& groups);
[[nodiscard]] std::string cases_section(const std::vector<shown_group>& groups);

/// What page/case.js knows of a case: members of a JSON object without its braces.
[[nodiscard]] std::string case_data(const results& all, const ranked_row& rank,
                                    const std::string& in_chart);

/// The sections below stay within `most_bytes`, and say what they left out for that. Pure.
[[nodiscard]] section sweeps_section(const results& all, std::size_t most_bytes);
[[nodiscard]] section placement_section(const results& all, std::size_t most_bytes);
/// Why a case costs what it costs: its program's words, and the changes as bars.
[[nodiscard]] std::string explained_section(const results& all, std::size_t most_bytes);
[[nodiscard]] std::string environment_section(const results& all, std::size_t most_bytes);
[[nodiscard]] std::string files_section(const results& all, std::size_t most_bytes);
/// What a reader must know first: failed proofs, files that were cut short or could not be read.
[[nodiscard]] std::string notes_section(const results& all, const ladder& ranked,
                                        const std::vector<std::string>& left_out,
                                        std::size_t most_bytes);
/// Which machines, how many files and cases.
[[nodiscard]] std::string heading(const results& all);

/// A table for each of the screen's sections, if any. A line leads to its case if that is shown.
[[nodiscard]] std::string first_screen(const screen& shown, const std::vector<shown_group>& groups);

} // namespace tollgate::cost_sheet
