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
/// requests, and all texts from files are escaped. It has at most `page_limit` bytes: what does not
/// fit is left out, and the page says so.
[[nodiscard]] std::string page(const results& all);

inline constexpr std::size_t page_limit = 1'000'000;

[[nodiscard]] embedded_text page_style();
[[nodiscard]] embedded_text page_script();
[[nodiscard]] embedded_text page_reading(); ///< the content of the section "How to read it"

/// A page up to its first heading. The title is markup.
[[nodiscard]] std::string page_head(std::string_view title);
/// A page from the end of its main part. `data` is the script element with the data.
[[nodiscard]] std::string page_end(const std::string& data);

/// Any text, escaped for an HTML element or a quoted attribute, cut after `most` code points. All
/// texts from outside get into the page through this function.
[[nodiscard]] std::string markup(std::string_view text, std::size_t most = 200);

/// The first cell names the row. Cells are markup.
[[nodiscard]] std::string table_row(const std::vector<std::string>& cells);
/// A table of words. Titles are markup.
[[nodiscard]] std::string table(const std::vector<std::string>& titles, const std::string& rows);

/// A part of the page with a heading, folded unless `open`. Empty without content.
[[nodiscard]] std::string fold(std::string_view id, std::string_view title, const std::string& more,
                               const std::string& content, bool open = false);

/// JSON for a script element: ASCII only, without characters that have a meaning in HTML.
[[nodiscard]] std::string script_json(const nlohmann::ordered_json& value);
/// The value with five significant digits. Null if not finite.
[[nodiscard]] nlohmann::ordered_json short_number(double value);

/// The pieces of a section up to a bound. The first piece that does not fit, and all after it, are
/// left out.
class bounded_pieces {
public:
    explicit bounded_pieces(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Adds the whole piece or nothing.
    void add(const std::string& piece);

    [[nodiscard]] const std::string& html() const { return html_; }
    /// "3 more files are left out, to keep the page small", where `noun` is "files"; or nothing.
    [[nodiscard]] std::string left_out(std::string_view noun) const;

private:
    std::size_t most_bytes_;
    std::string html_;
    std::size_t left_out_ = 0;
};

/// A row of a table of figures.
struct figure_row {
    std::string html;
    std::string data{};    ///< the JSON object of its chart, without its end, see page/start.js;
                           ///< empty: it is not available here
    std::string details{}; ///< members of that object: the distribution and the rounds
    double ns = 0;         ///< its cost
};

/// The row of a line. `label` is markup. The row of a difference has no details, because the case
/// has a row of its own; likewise the row of a case that occurs `again`.
[[nodiscard]] figure_row row_of(const results& all, const screen_line& line,
                                const std::string& label, bool has_ratio = true,
                                bool again = false);

/// The distribution and the rounds of a case for `figure_row::details`. Of more rounds than
/// `most_rounds` it has a selection, with as many disturbed rounds as fit.
[[nodiscard]] std::string detail_data(const measure::case_result& result);
inline constexpr std::size_t most_rounds = 120;

/// A group of rows with a scale of their own.
struct figure_table {
    std::string title;     ///< "SWITCH"
    std::string about{};   ///< the question, what an operation is, or nothing
    std::string common{};  ///< the parts that the names leave out
    std::size_t count = 0; ///< of its cases, with those that do not fit
    bool has_ratio = true; ///< whether its rows have a multiple
    std::vector<figure_row> rows{};

    [[nodiscard]] std::string html() const;
};

/// The tables of the first view, one for each section of the screen and for each question to other
/// runtimes.
[[nodiscard]] std::vector<figure_table> screen_tables(const results& all, const screen& shown);
/// A table for each group of alternatives, of the cases that have no row in the first view, as far
/// as they fit into `most_bytes`. The cheapest case of each name comes first.
[[nodiscard]] std::vector<figure_table> other_tables(const results& all, const ranking& ranked,
                                                     const screen& shown, std::size_t most_bytes);

/// The marks in cells, and their meaning.
[[nodiscard]] std::string marks_html();
/// The first view: quality, recommendations, and the tables in two columns. Empty without a screen.
[[nodiscard]] std::string first_view(const screen& shown, const std::vector<figure_table>& tables);
/// The machine, the days, and the number of files and cases.
[[nodiscard]] std::string heading(const results& all, const screen& shown);
/// The first things to know: failed self-checks, partial files, unreadable files.
[[nodiscard]] std::string notes(const results& all, const ranking& ranked,
                                const std::vector<std::string>& left_out, std::size_t most_bytes);

/// The pictures for the page's script.
struct picture_list {
    std::string data;         ///< JSON objects with commas between them, see page/pictures.js
    std::size_t left_out = 0; ///< the number of pictures that do not fit
};
[[nodiscard]] picture_list pictures_of(const results& all, std::size_t most_bytes);
/// The place of the pictures, which the script draws, and how many are left out. Empty without any.
[[nodiscard]] std::string pictures_section(const picture_list& pictures);

/// The explanation of a case in its program's words, with a bar for each change.
[[nodiscard]] std::string explained_section(const results& all, std::size_t most_bytes);
/// The properties of the machine that change the figures, with the commands that help.
[[nodiscard]] std::string environment_section(const results& all, std::size_t most_bytes);
/// The conditions of each file.
[[nodiscard]] std::string files_section(const results& all, std::size_t most_bytes);

} // namespace tollgate::cost_sheet
