// SPDX-License-Identifier: BSL-1.0
// The pieces that the page's sections are made of.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// A text that became part of the program when it was built, and its SHA-256 in hexadecimal.
struct embedded_text {
    std::string_view text;
    std::string_view sha256;
};

[[nodiscard]] embedded_text page_style();
[[nodiscard]] embedded_text page_script();
/// Chart.js; empty where it was not found when this was built.
[[nodiscard]] embedded_text page_charts();

/// Any text as text of an HTML element or of a quoted attribute: printable, and `& < > " '` as
/// character references. Cut after `most` code points. The one way in which a text that came from
/// outside gets into the page.
[[nodiscard]] std::string markup(std::string_view text, std::size_t most = 200);

/// A term and what is said of it, which is markup, of a `<dl>`; empty without the latter.
[[nodiscard]] std::string entry(std::string_view term, const std::string& html);
/// The commands that change something and change it back, as a `<dl>`; empty without either.
[[nodiscard]] std::string command_list(std::string_view term, const std::string& command,
                                       const std::string& undo);

/// A `<table>` in a box that scrolls. Titles and cells are markup.
[[nodiscard]] std::string table(std::string_view css_class, const std::vector<std::string>& titles,
                                const std::string& rows, const std::string& foot = {});
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

/// Nanoseconds as the programs' tables have them; a dash for what is no number.
[[nodiscard]] std::string ns_figure(double ns);
/// Nanoseconds with a unit, between which no line breaks; a dash for what is no number.
[[nodiscard]] std::string duration_text(double ns);

/// "1 case", "2 cases".
[[nodiscard]] std::string count_of(std::size_t count, std::string_view what);

/// "3 more files are left out, to keep the page small."; empty for none.
[[nodiscard]] std::string left_out_line(std::size_t count, std::string_view what);

/// A part of the page: what is seen, and an array of what its charts are drawn from.
struct section {
    std::string html;
    std::string json = "[]";
};

/// Pieces of a section within a bound. Once a piece did not fit, no later one is taken, so that
/// what is missing is the end.
class bounded_pieces {
public:
    explicit bounded_pieces(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Takes all of the piece or nothing. `data` is the JSON of its chart.
    void add(const std::string& html, const std::string& data = {});

    [[nodiscard]] bool empty() const { return taken_ + left_out_ == 0; }
    [[nodiscard]] const std::string& html() const { return html_; }
    [[nodiscard]] std::size_t taken() const { return taken_; }
    [[nodiscard]] std::size_t left_out() const { return left_out_; }
    /// Behind `begin` all that was taken, and how much more of `what` there is; empty without any.
    [[nodiscard]] section finish(const std::string& begin, std::string_view what,
                                 std::string_view end = "</section>\n") const;

private:
    std::size_t most_bytes_;
    std::string html_;
    std::string data_;
    std::size_t taken_ = 0;
    std::size_t left_out_ = 0;
};

} // namespace tollgate::cost_sheet
