// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/printable.hpp>

#include <boost/locale/utf.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace tollgate::report {
namespace {

constexpr std::size_t longest_line = 4'000;

/// Whether a terminal or a page would obey this character instead of showing it.
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
    return std::ranges::any_of(
        ranges, [&](const auto& range) { return range.first <= code && code <= range.last; });
}

/// Removes the first character from the text, and returns its printable form. Bytes that are not
/// UTF-8 are single characters.
std::string take_character(std::string_view& text) {
    using utf8 = boost::locale::utf::utf_traits<char>;
    const char* end = text.data();
    const std::uint32_t code = utf8::decode(end, text.data() + text.size());
    const bool valid =
        code != boost::locale::utf::illegal && code != boost::locale::utf::incomplete;
    const std::string_view character =
        text.substr(0, valid ? static_cast<std::size_t>(end - text.data()) : 1);
    text.remove_prefix(character.size());
    if (!valid || (code < 0x80 && acts(code))) {
        return fmt::format("\\x{:02x}", static_cast<unsigned char>(character.front()));
    }
    return acts(code) ? fmt::format("\\u{{{:x}}}", code) : std::string(character);
}

} // namespace

std::string printable(std::string_view text, std::size_t most) {
    std::string shown;
    for (std::size_t characters = 0; !text.empty(); ++characters) {
        if (characters == most) {
            return shown + "…";
        }
        shown += take_character(text);
    }
    return shown;
}

std::string printable_lines(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        shown += printable(text.substr(0, end), longest_line);
        if (end == std::string_view::npos) {
            break;
        }
        shown += '\n';
        text.remove_prefix(end + 1);
    }
    return shown;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t most,
                                 std::string_view indent) {
    constexpr std::string_view cut = "…";
    std::string left = printable(text, longest_line);
    std::vector<std::string> lines;
    while (width_of(left) > columns) {
        const bool is_last = lines.size() + 1 == most;
        std::string line = printable(left, columns - (is_last ? 2 : 0));
        line.resize(line.size() - cut.size());
        const std::size_t space = line.rfind(' ');
        if (left[line.size()] != ' ' && space != std::string::npos &&
            line.find_first_not_of(' ') < space) {
            line.resize(space);
        } else if (const std::size_t slash = line.rfind('/'); left[line.size()] != ' ' &&
                                                              slash != std::string::npos &&
                                                              slash > indent.size()) {
            line.resize(slash + 1); // the word is a name that is too long
        }
        lines.push_back(is_last ? line + " " + std::string(cut) : line);
        if (is_last) {
            return lines;
        }
        left = std::string(indent) + left.substr(line.size() + (left[line.size()] == ' ' ? 1 : 0));
    }
    lines.push_back(left);
    return lines;
}

std::string fitted(std::string_view text, std::size_t columns) {
    constexpr std::size_t hanging = 4;
    std::string fits;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        const std::string_view line = text.substr(0, end);
        if (line.starts_with('|') || width_of(line) <= columns) {
            fits += text.substr(0, end + 1);
        } else {
            const std::string indent(line.find_first_not_of(' ') + hanging, ' ');
            fits +=
                fmt::format("{}\n", fmt::join(wrapped(line, columns, line.size(), indent), "\n"));
        }
        text.remove_prefix(end + 1);
    }
    return fits;
}

std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    for (bool in_escape = false; const char byte : text) {
        in_escape = in_escape || byte == '\x1b';
        width += !in_escape && (static_cast<unsigned char>(byte) & 0xc0) != 0x80 ? 1 : 0;
        in_escape = in_escape && byte != 'm';
    }
    return width;
}

} // namespace tollgate::report
