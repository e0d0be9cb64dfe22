// SPDX-License-Identifier: BSL-1.0
// The page, its sections, and the pieces of sections.
#pragma once

#include "ranking.hpp"
#include "screen/screen.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// One self-contained HTML page of results that were loaded for a page. It makes no network
/// requests, and all texts from files are escaped. It has at most `page_limit` bytes: where the
/// details of the most expensive cases do not fit, they are left out, and the page says so.
[[nodiscard]] std::string page(const results& all);

inline constexpr std::size_t page_limit = 2'000'000;

/// The curve and the rounds of a case, each after a comma; empty if the case has neither. Of more
/// rounds than `most_rounds` it has a selection, with as many disturbed rounds as fit.
[[nodiscard]] std::string detail_data(const measure::case_result& result);

inline constexpr std::size_t most_rounds = 120;

[[nodiscard]] embedded_text page_style();
[[nodiscard]] embedded_text page_script();
/// Chart.js; empty if the build did not find it.
[[nodiscard]] embedded_text page_charts();
[[nodiscard]] embedded_text page_reading(); ///< the section "How to read it"

/// Any text, escaped for an HTML element or a quoted attribute, cut after `most` code points. All
/// texts from outside get into the page through this function.
[[nodiscard]] std::string markup(std::string_view text, std::size_t most = 200);

/// A `<table>` in a box that scrolls. Titles and cells are markup.
[[nodiscard]] std::string table(std::string_view css_class, const std::vector<std::string>& titles,
                                const std::string& rows);
/// The first cell names the row.
[[nodiscard]] std::string table_row(const std::vector<std::string>& cells);

/// `<figure>` with a canvas and its table. A screen reader reads `label`. `kind` and `index` select
/// the data of the canvas.
[[nodiscard]] std::string chart(std::string_view kind, std::size_t index, std::string_view label,
                                const std::string& table);

/// JSON for a script element: ASCII only, without characters that have a meaning in HTML.
[[nodiscard]] std::string script_json(const nlohmann::ordered_json& value);

/// The value with that many significant digits. A chart shows fewer than five. Null if not finite.
[[nodiscard]] nlohmann::ordered_json short_number(double value, int digits = 5);

/// Nanoseconds as in the programs' tables, without and with a unit; a dash if not finite.
[[nodiscard]] std::string ns_figure(double ns);
[[nodiscard]] std::string duration_text(double ns);

/// A part of the page, and a JSON array with the data of its charts.
struct section {
    std::string html;
    std::string json = "[]";
};

/// The pieces of a section up to a bound. The first piece that does not fit, and all after it, are
/// left out.
class bounded_pieces {
public:
    explicit bounded_pieces(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Adds the whole piece or nothing. `data` is the JSON of its chart.
    void add(const std::string& html, const std::string& data = {});

    [[nodiscard]] const std::string& html() const { return html_; }
    [[nodiscard]] std::size_t taken() const { return taken_; }
    [[nodiscard]] std::size_t left_out() const { return left_out_; }
    /// `begin`, the added pieces, and "3 more files are left out, to keep the page small", where
    /// `noun` is "files". Empty if no piece was offered.
    [[nodiscard]] section finish(const std::string& begin, std::string_view noun,
                                 std::string_view end = "</section>\n") const;

private:
    std::size_t most_bytes_;
    std::string html_;
    std::string data_;
    std::size_t taken_ = 0;
    std::size_t left_out_ = 0;
};

/// For each case the markup behind its name: a space and the file's label where several files have
/// a case of that name, else nothing.
[[nodiscard]] std::vector<std::string> file_labels(const results& all);

/// A case on the page, in its three forms.
struct shown_case {
    std::size_t case_index = 0; ///< into results::cases
    std::string row;            ///< of the ranking's table
    std::string summary;        ///< `<details>`; the script adds its content
    std::string data;           ///< the members of its JSON object, without braces
};

struct shown_group {
    choice kind = choice::other;
    std::size_t case_count = 0; ///< shown and hidden
    std::string left_out;       ///< the common parts of all names, which its chart leaves out
    std::vector<shown_case> cases;
};

/// The ranking's cases that fit into `most_bytes`. The cheapest case of each name comes first.
[[nodiscard]] std::vector<shown_group> choose_cases(const results& all, const ranking& ranked,
                                                    std::size_t most_bytes);
/// Adds distributions and rounds to the `data` of the cases, cheapest first, as far as they fit
/// into `most_bytes`. Returns the number of cases whose details did not fit.
[[nodiscard]] std::size_t add_details(const results& all, std::vector<shown_group>& groups,
                                      std::size_t most_bytes);
/// The table of all groups, and the list of cases below it.
[[nodiscard]] std::string ranking_section(const std::vector<shown_group>& groups);
[[nodiscard]] std::string cases_section(const std::vector<shown_group>& groups);

/// The data of a case for page/case.js: the members of a JSON object, without its braces.
[[nodiscard]] std::string case_data(const results& all, const ranked_row& rank,
                                    const std::string& in_chart);

/// Each of the sections below has at most `most_bytes`, and names what it leaves out. Pure.
[[nodiscard]] section sweeps_section(const results& all, std::size_t most_bytes);
[[nodiscard]] section placement_section(const results& all, std::size_t most_bytes);
/// The explanation of a case in its program's words, with a bar for each change.
[[nodiscard]] std::string explained_section(const results& all, std::size_t most_bytes);
[[nodiscard]] std::string environment_section(const results& all, std::size_t most_bytes);
[[nodiscard]] std::string files_section(const results& all, std::size_t most_bytes);
/// The first things to know: failed self-checks, partial files, unreadable files.
[[nodiscard]] std::string notes_section(const results& all, const ranking& ranked,
                                        const std::vector<std::string>& left_out,
                                        std::size_t most_bytes);
/// The machines, and the number of files and cases.
[[nodiscard]] std::string heading(const results& all);

/// A table for each section of the screen. A line links to its case if the page has that case.
[[nodiscard]] std::string first_screen(const screen& shown, const std::vector<shown_group>& groups);

} // namespace tollgate::cost_sheet
