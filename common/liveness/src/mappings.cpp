// SPDX-License-Identifier: BSL-1.0
#include "mappings.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace tollgate::liveness::detail {
namespace {

/// Takes it off, with what follows: one character, which must be this one.
template <class Number>
bool take_hex(std::string_view& text, Number& number, char behind) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    const auto size = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || size == text.size() || *end != behind) {
        return false;
    }
    text.remove_prefix(size + 1);
    return true;
}

/// A word and the blanks behind it.
void skip_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find(' '), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

} // namespace

std::optional<mapping> mapping_of(std::string_view line) {
    mapping found;
    if (!take_hex(line, found.begin, '-') || !take_hex(line, found.end, ' ')) {
        return std::nullopt;
    }
    skip_word(line); // what may be done with it
    if (!take_hex(line, found.offset, ' ')) {
        return std::nullopt;
    }
    skip_word(line); // the device
    skip_word(line); // the number of the file
    found.path = line;
    return found;
}

std::vector<mapping> mappings_of(std::string_view maps) {
    std::vector<mapping> all;
    while (!maps.empty()) {
        const std::string_view line = maps.substr(0, maps.find('\n'));
        if (auto one = mapping_of(line)) {
            all.push_back(std::move(*one));
        }
        maps.remove_prefix(std::min(line.size() + 1, maps.size()));
    }
    return all;
}

} // namespace tollgate::liveness::detail
