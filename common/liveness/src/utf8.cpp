// SPDX-License-Identifier: BSL-1.0
#include "utf8.hpp"

namespace tollgate::liveness::detail {
namespace {

/// What may follow a first byte: so many bytes, the first of them in this range.
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

} // namespace tollgate::liveness::detail
