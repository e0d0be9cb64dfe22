// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

/// Makes a text from outside harmless on a terminal and in a page: valid UTF-8 on one line. Bytes
/// that are no UTF-8, control characters (C0, DEL, C1), and what turns or hides text (bidirectional
/// controls, zero-width characters, line separators) become `\x1b` or `\u{202e}`. Whole characters
/// are kept up to `most` code points; a text that is cut ends with `…`. It does not escape HTML.
/// Pure.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 200);

/// The same for each line of a text that we made of such texts: cut after 4,000 code points, which
/// no text of ours has.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// The text on lines of at most so many columns, broken between words, all but the first behind an
/// indent. Of more than `most` lines the last one ends with `…`. Pure.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t columns,
                                               std::size_t most, std::string_view indent);

/// Code points, so that `±` takes one column. Pure.
[[nodiscard]] std::size_t width_of(std::string_view text);

} // namespace tollgate::report
