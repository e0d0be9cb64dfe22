// SPDX-License-Identifier: BSL-1.0
#include "../src/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tollgate::liveness::detail {
namespace {

/// Any number as UTF-8 would have it in so many bytes.
std::string encoded(std::uint32_t number, std::size_t length) {
    static constexpr unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0, 0xf8};
    std::string bytes(length, '\0');
    for (std::size_t i = length - 1; i > 0; --i) {
        bytes[i] = static_cast<char>(0x80U | (number & 0x3fU));
        number >>= 6U;
    }
    bytes[0] = static_cast<char>(marks[length] | number);
    return bytes;
}

std::size_t necessary(std::uint32_t number) {
    return number < 0x80 ? 1 : number < 0x800 ? 2 : number < 0x10000 ? 3 : 4;
}

TEST(utf8, has_each_character_in_its_shortest_form_only) {
    std::size_t wrong = 0;
    for (std::uint32_t number = 0; number < 0x110000; ++number) {
        const bool is_surrogate = number >= 0xd800 && number < 0xe000;
        const std::size_t shortest = necessary(number);
        wrong += utf8_length(encoded(number, shortest)) != (is_surrogate ? 0 : shortest);
        for (std::size_t length = shortest + 1; length <= 4; ++length) {
            wrong += utf8_length(encoded(number, length)) != 0;
        }
    }
    EXPECT_EQ(wrong, 0U);
}

TEST(utf8, ends_at_the_last_character) {
    for (const std::uint32_t number : {0x110000U, 0x13ffffU, 0x1fffffU}) {
        EXPECT_EQ(utf8_length(encoded(number, 4)), 0U);
    }
    EXPECT_EQ(utf8_length(encoded(0x3ffffff, 5)), 0U);
    EXPECT_EQ(utf8_length("\xfe"), 0U);
    EXPECT_EQ(utf8_length("\xff"), 0U);
}

TEST(utf8, is_not_cut_short) {
    for (const std::uint32_t number : {0xe4U, 0x20acU, 0x1f600U}) {
        const std::string whole = encoded(number, necessary(number));
        for (std::size_t length = 1; length < whole.size(); ++length) {
            EXPECT_EQ(utf8_length(whole.substr(0, length)), 0U);
            EXPECT_EQ(utf8_length(whole.substr(0, length) + "abc"), 0U);
            EXPECT_EQ(utf8_length(whole.substr(length)), 0U) << "nor continued";
        }
        EXPECT_EQ(utf8_length(whole + whole), whole.size());
    }
}

} // namespace
} // namespace tollgate::liveness::detail
