// SPDX-License-Identifier: BSL-1.0
#include "printable.hpp"

#include "utf8.hpp"

#include <algorithm>

namespace tollgate::liveness::detail {
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

} // namespace tollgate::liveness::detail
