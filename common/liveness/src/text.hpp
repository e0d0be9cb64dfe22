// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tollgate::liveness::detail {

/// The length in bytes of the UTF-8 character at the beginning of `text`, which is not empty.
///
/// 0 for anything else: a continuation byte, a form longer than necessary, a surrogate, a number
/// above U+10FFFF, a sequence cut short.
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;

/// The text for a terminal, on one line. Each byte becomes \xNN if it is outside UTF-8 or in a
/// control character (U+0000 to U+001F, DEL, and U+0080 to U+009F, which some terminals obey). A
/// backslash becomes two.
[[nodiscard]] std::string printable(std::string_view text);

/// A string of JSON with its quotes. Each byte outside UTF-8 becomes U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

/// "0x1a2b3".
[[nodiscard]] std::string hex_text(std::uint64_t number);

/// "2021-12-09 23:29:36.201542" in UTC, in any locale and time zone.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point moment,
                                   char separator = ' ');

} // namespace tollgate::liveness::detail
