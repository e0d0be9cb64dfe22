// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <limits>

namespace tollgate::report {
namespace {

/// A code point and its bytes; `bytes` is 0 where there is no valid character.
struct character {
    std::uint32_t code = 0;
    std::size_t bytes = 0;
};

/// The Unicode Standard, table 3-7: no overlong forms, no surrogates, nothing beyond U+10FFFF.
character first_of(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4) {
        return {};
    }
    std::uint32_t code = lead & (0xffU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) {
            return {};
        }
        code = (code << 6U) | (byte(i) & 0x3fU);
    }
    const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (overlong || surrogate || code > 0x10ffff) {
        return {};
    }
    return {code, bytes};
}

/// What a terminal or a page would obey instead of showing it.
bool acts(std::uint32_t code) {
    constexpr struct {
        std::uint32_t first, last;
    } ranges[] = {
        {0x00, 0x1f},       {0x7f, 0x9f},     {0xad, 0xad},     // controls, soft hyphen
        {0x061c, 0x061c},   {0x180e, 0x180e}, {0x200b, 0x200f}, // marks of direction, no width
        {0x2028, 0x202e},   {0x2060, 0x206f},                   // separators, bidi
        {0xfeff, 0xfeff},   {0xfff9, 0xfffb}, {0xfffe, 0xffff}, // BOM, annotations, none
        {0xe0000, 0xe0fff},                                     // tags
    };
    for (const auto& range : ranges) {
        if (code >= range.first && code <= range.last) {
            return true;
        }
    }
    return false;
}

void append_one(std::string& to, const character& one, std::string_view text) {
    if (one.bytes == 0) {
        to += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (one.code < 0x80 && acts(one.code)) {
        to += fmt::format("\\x{:02x}", one.code);
    } else if (acts(one.code)) {
        to += fmt::format("\\u{{{:x}}}", one.code);
    } else {
        to.append(text.substr(0, one.bytes));
    }
}

} // namespace

std::string printable(std::string_view text, std::size_t most) {
    std::string shown;
    for (std::size_t characters = 0; !text.empty(); ++characters) {
        if (characters == most) {
            return shown + "…";
        }
        const character one = first_of(text);
        append_one(shown, one, text);
        text.remove_prefix(one.bytes == 0 ? 1 : one.bytes);
    }
    return shown;
}

std::string printable_lines(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        shown += printable(text.substr(0, end), std::numeric_limits<std::size_t>::max());
        if (end == std::string_view::npos) {
            break;
        }
        shown += '\n';
        text.remove_prefix(end + 1);
    }
    return shown;
}

} // namespace tollgate::report
