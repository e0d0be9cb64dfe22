// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

/// Makes a text from outside harmless on a terminal and in a page: valid UTF-8 on one line.
///
///     const std::string text = report::printable("a\x1b[31m\n"); // "a\\x1b[31m\\x0a"
///
/// These become `\x1b` or `\u{202e}`: bytes that are not UTF-8, control characters (C0, DEL, C1),
/// and characters that turn or hide text (bidirectional controls, zero-width characters, line
/// separators). At most `most` code points are kept, each as a whole; a text that is cut ends with
/// `…`. HTML is not escaped. Pure.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 200);

/// Applies `printable` to each line of a text, with at most 4,000 code points a line. Lines of this
/// project are shorter.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// Breaks a text between words into lines of at most `columns` columns. All lines but the first
/// begin with `indent`. If the text needs more than `most` lines, the last line ends with `…`.
/// Pure.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns,
                                               std::size_t most, std::string_view indent);

/// The number of code points of a text, so that `±` counts as one column. Pure.
[[nodiscard]] std::size_t width_of(std::string_view text);

} // namespace tollgate::report
