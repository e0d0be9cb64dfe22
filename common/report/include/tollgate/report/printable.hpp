// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

/// Makes a text of unknown origin harmless on a terminal and in a page. The result is valid UTF-8
/// on one line.
///
///     const std::string text = report::printable("a\x1b[31m\n"); // "a\\x1b[31m\\x0a"
///
/// Some characters are replaced by texts such as `\x1b` or `\u{202e}`: bytes that are not UTF-8,
/// control characters (C0, DEL, C1), and characters that reverse or hide text (bidirectional
/// controls, zero-width characters, line separators). At most `most` code points are kept, and no
/// code point is cut. A text that is cut ends with `…`. HTML is not escaped. Pure.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 200);

/// Applies `printable` to each line of a text, with at most 4,000 code points for each line. All
/// lines that this project prints are shorter.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// Breaks a text between words into lines of at most `columns` columns. A word that is longer than
/// a line is broken, if possible after a slash. All lines except the first begin with `indent`. If
/// the text needs more than `most` lines, it is cut, and the last line ends with `…`. Pure.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns,
                                               std::size_t most, std::string_view indent);

/// Breaks each line of a text that is longer than `columns`. The further lines are indented by four
/// columns more than the first line. Rows of tables (lines that begin with `|`) stay unchanged.
/// Each line of the text must end with a line feed. Pure.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t columns);

/// The number of columns that a text takes. Each code point is a column, so `±` counts as one. The
/// escape sequences of colours take none. Pure.
[[nodiscard]] std::size_t width_of(std::string_view text);

} // namespace tollgate::report
