// SPDX-License-Identifier: BSL-1.0
#include "text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

namespace tollgate::liveness::detail {
namespace {

std::string hex_digits(char byte) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    return {digits[value >> 4U], digits[value & 0xfU]};
}

/// Calls `put(character, is_valid)` for each character, and for each byte outside UTF-8.
template <class Put>
void for_each_character(std::string_view text, Put put) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        put(character, length != 0);
        text.remove_prefix(character.size());
    }
}

/// Whether a terminal would obey the character, or break or reorder the line. UTF-8 sorts
/// characters by their numbers.
bool controls_terminal(std::string_view character) {
    constexpr std::pair<std::string_view, std::string_view> ranges[] = {
        {{"\0", 1}, "\x1f"},  {"\x7f", "\xc2\x9f"}, {"\u061c", "\u061c"},
        {"\u200e", "\u200f"}, {"\u2028", "\u202e"}, {"\u2066", "\u2069"}};
    return std::ranges::any_of(ranges, [character](const auto& range) {
        return range.first <= character && character <= range.second;
    });
}

} // namespace

std::size_t utf8_length(std::string_view text) noexcept {
    // The smallest number of a character by its length in bytes.
    constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const auto first = static_cast<unsigned char>(text.front());
    const auto ones = static_cast<std::size_t>(std::countl_one(first));
    if (ones == 0) {
        return 1;
    }
    if (ones == 1 || ones >= least.size() || text.size() < ones) {
        return 0;
    }
    std::uint32_t number = first & (0x7fU >> ones);
    for (const char byte : text.substr(1, ones - 1)) {
        if ((static_cast<unsigned char>(byte) & 0xc0U) != 0x80) {
            return 0;
        }
        number = number << 6U | (static_cast<unsigned char>(byte) & 0x3fU);
    }
    const bool is_surrogate = number >= 0xd800 && number <= 0xdfff;
    return number >= least[ones] && number <= 0x10ffff && !is_surrogate ? ones : 0;
}

std::string printable(std::string_view text) {
    std::string clean;
    for_each_character(text, [&clean](std::string_view character, bool is_valid) {
        if (!is_valid || controls_terminal(character)) {
            for (const char byte : character) {
                clean += "\\x" + hex_digits(byte);
            }
        } else {
            clean.append(character == "\\" ? "\\\\" : character);
        }
    });
    return clean;
}

std::string json_string(std::string_view text) {
    std::string json = "\"";
    for_each_character(text, [&json](std::string_view character, bool is_valid) {
        if (!is_valid) {
            json += "\xEF\xBF\xBD";
        } else if (static_cast<unsigned char>(character.front()) < 0x20) {
            json += "\\u00" + hex_digits(character.front());
        } else {
            json.append(character == "\"" || character == "\\" ? "\\" : "").append(character);
        }
    });
    return json + '"';
}

std::string hex_text(std::uint64_t number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(number));
    return text.data();
}

std::string utc_text(std::chrono::system_clock::time_point moment, char separator) {
    namespace chr = std::chrono;
    const auto midnight = chr::floor<chr::days>(moment);
    const chr::year_month_day date(midnight);
    const chr::hh_mm_ss time(chr::floor<chr::microseconds>(moment - midnight));
    const auto number = [](auto count) { return static_cast<int>(count); };
    std::array<char, 64> text{};
    // Not gmtime: it takes a lock that a thread stuck in localtime may hold.
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u%c%02d:%02d:%02d.%06d",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), separator, number(time.hours().count()),
                  number(time.minutes().count()), number(time.seconds().count()),
                  number(time.subseconds().count()));
    return text.data();
}

} // namespace tollgate::liveness::detail
