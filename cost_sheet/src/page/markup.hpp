// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace tollgate::cost_sheet {

/// Any text as text of an HTML element or of a quoted attribute: printable, and `& < > " '` as
/// character references. Cut after `most` code points. The one way in which a text that came from
/// outside gets into the page.
[[nodiscard]] std::string markup(std::string_view text, std::size_t most = 200);

/// A term and a command line, of a `<dl>`; empty without the line.
[[nodiscard]] std::string command_entry(std::string_view what, const std::string& line);

/// For a script element: no character in it but ASCII, and none that HTML gives a meaning.
[[nodiscard]] std::string script_json(const nlohmann::ordered_json& value);

/// With that many digits that count: five are more than a picture shows. Null if it is not finite.
[[nodiscard]] nlohmann::ordered_json short_number(double value, int digits = 5);

/// Nanoseconds as the programs' tables have them; a dash for what is no number.
[[nodiscard]] std::string ns_figure(double ns);

/// Nanoseconds with three digits that count and, after a space at which no line breaks, their
/// unit: "12.3 ns", "4.56 µs", "1.20 s".
/// A dash for what is no number.
[[nodiscard]] std::string duration_text(double ns);

} // namespace tollgate::cost_sheet
