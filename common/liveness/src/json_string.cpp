// SPDX-License-Identifier: BSL-1.0
#include "json_string.hpp"

#include "utf8.hpp"

#include <algorithm>

namespace tollgate::liveness::detail {
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

} // namespace tollgate::liveness::detail
