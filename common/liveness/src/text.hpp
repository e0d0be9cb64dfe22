// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tollgate::liveness::detail {

/// How many bytes the character takes that `text` begins with; 0 if it begins with none: with a
/// byte that continues another, a form that is longer than necessary, a surrogate, something beyond
/// U+10FFFF, a sequence cut short. `text` is not empty.
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;

/// The same text for a terminal, on one line: control characters (the old ones, DEL, and U+0080 to
/// U+009F, which some terminals obey) and bytes that are no UTF-8 as \xNN each, a backslash as two.
[[nodiscard]] std::string printable(std::string_view text);

/// A string of JSON with its quotes. Each byte that belongs to no character becomes U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

/// "0x1a2b3".
[[nodiscard]] std::string hex_text(std::uint64_t number);

/// "2021-12-09 23:29:36.201542", of UTC, whatever locale and time zone are set.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point when, char between = ' ');

} // namespace tollgate::liveness::detail
