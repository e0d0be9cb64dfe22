// SPDX-License-Identifier: BSL-1.0
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace tollgate::liveness::detail {

namespace {

/// The bytes that may follow a first byte: their number, and the range of the first of them.
struct form {
    std::size_t length;
    unsigned char least_second;
    unsigned char most_second;
};

/// The table of well-formed sequences in the Unicode standard (3-7).
form form_of(unsigned char first) noexcept {
    if (first < 0x80) {
        return {1, 0, 0};
    }
    if (first < 0xc2) {
        return {0, 0, 0};
    }
    if (first < 0xe0) {
        return {2, 0x80, 0xbf};
    }
    if (first < 0xf0) {
        const unsigned char least = first == 0xe0 ? 0xa0 : 0x80;
        const unsigned char most = first == 0xed ? 0x9f : 0xbf;
        return {3, least, most};
    }
    if (first < 0xf5) {
        const unsigned char least = first == 0xf0 ? 0x90 : 0x80;
        const unsigned char most = first == 0xf4 ? 0x8f : 0xbf;
        return {4, least, most};
    }
    return {0, 0, 0};
}

bool is_between(char byte, unsigned char least, unsigned char most) noexcept {
    const auto value = static_cast<unsigned char>(byte);
    return value >= least && value <= most;
}

} // namespace

std::size_t utf8_length(std::string_view text) noexcept {
    const form expected = form_of(static_cast<unsigned char>(text.front()));
    if (expected.length <= 1) {
        return expected.length;
    }
    if (text.size() < expected.length ||
        !is_between(text[1], expected.least_second, expected.most_second)) {
        return 0;
    }
    for (std::size_t i = 2; i < expected.length; ++i) {
        if (!is_between(text[i], 0x80, 0xbf)) {
            return 0;
        }
    }
    return expected.length;
}

namespace {

bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character.front());
    if (character.size() == 1) {
        return first < 0x20 || first == 0x7f;
    }
    return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

std::string in_hex(std::string_view bytes) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        text += {'\\', 'x', digits[value >> 4U], digits[value & 0xfU]};
    }
    return text;
}

} // namespace

std::string printable(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length == 0 || is_control(character)) {
            clean += in_hex(character);
        } else if (character == "\\") {
            clean += "\\\\";
        } else {
            clean += character;
        }
        text.remove_prefix(character.size());
    }
    return clean;
}

namespace {

void append(std::string& json, std::string_view character) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    const auto first = static_cast<unsigned char>(character.front());
    if (first < 0x20) {
        json += "\\u00";
        json += {digits[first >> 4U], digits[first & 0xfU]};
        return;
    }
    if (first == '"' || first == '\\') {
        json += '\\';
    }
    json += character;
}

} // namespace

std::string json_string(std::string_view text) {
    std::string json = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) {
            json += "\xEF\xBF\xBD";
        } else {
            append(json, text.substr(0, length));
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return json + '"';
}

std::string utc_text(std::chrono::system_clock::time_point when) {
    namespace chr = std::chrono;
    const auto midnight = chr::floor<chr::days>(when);
    const chr::year_month_day date(midnight);
    const chr::hh_mm_ss time(chr::floor<chr::microseconds>(when - midnight));
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02d:%02d:%02d.%06d",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                  static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()),
                  static_cast<int>(time.subseconds().count()));
    return text.data();
}

} // namespace tollgate::liveness::detail
