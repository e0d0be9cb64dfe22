// SPDX-License-Identifier: BSL-1.0
#include "../src/text.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace tollgate::liveness::detail {

namespace {

/// Any number in the form of UTF-8 with this length in bytes.
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
    EXPECT_EQ(utf8_length("\xff"), 0U);
}

TEST(utf8, is_not_cut_short) {
    for (const std::uint32_t number : {0xe4U, 0x20acU, 0x1f600U}) {
        const std::string whole = encoded(number, necessary(number));
        for (std::size_t length = 1; length < whole.size(); ++length) {
            EXPECT_EQ(utf8_length(whole.substr(0, length)), 0U);
            EXPECT_EQ(utf8_length(whole.substr(0, length) + "abc"), 0U);
            EXPECT_EQ(utf8_length(whole.substr(length)), 0U) << "nor a continuation";
        }
        EXPECT_EQ(utf8_length(whole + whole), whole.size());
    }
}

TEST(a_printable_text, is_unchanged_but_has_escapes_for_control_characters_and_invalid_bytes) {
    struct text {
        std::string_view given;
        std::string_view printed;
    };
    for (const text& example : std::initializer_list<text>{
             {"reader 1 (of 2)", "reader 1 (of 2)"},
             {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"},
             {"\xc2\xa0", "\xc2\xa0"},
             {"", ""},
             {"\x1b[2J", "\\x1B[2J"},
             {"a\nb\rc\td\x7f", "a\\x0Ab\\x0Dc\\x09d\\x7F"},
             {std::string_view("\0", 1), "\\x00"},
             {"a\u202egnp.exe\u2028", "a\\xE2\\x80\\xAEgnp.exe\\xE2\\x80\\xA8"},
             {"\u061c\u2066", "\\xD8\\x9C\\xE2\\x81\\xA6"},
             {"\u061b\u2010\u206a", "\u061b\u2010\u206a"},
             {"\xc2\x9b(", "\\xC2\\x9B("}, // another beginning of a terminal command
             {"a\xe2\x82", "a\\xE2\\x82"},
             {"\x9b\xff", "\\x9B\\xFF"},
             {"\\x1B", "\\\\x1B"}}) { // not the same as "\x1b"
        EXPECT_EQ(printable(example.given), example.printed);
    }
}

std::string read_back(const std::string& json) {
    return nlohmann::json::parse(json).get<std::string>();
}

TEST(a_json_string, is_read_back) {
    for (const std::string text : {"", "reader", "\"\\/", "\b\f\n\r\t\x01\x1f\x7f",
                                   "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"}) {
        EXPECT_EQ(read_back(json_string(text)), text);
    }
    const std::string zero(1, '\0');
    EXPECT_EQ(read_back(json_string(zero)), zero);
}

TEST(a_json_string, escapes_only_where_necessary) {
    EXPECT_EQ(json_string("a\"b\\c\n\x7f/\xc3\xa4"), "\"a\\\"b\\\\c\\u000A\x7f/\xc3\xa4\"");
}

TEST(a_json_string, has_a_replacement_for_each_byte_outside_utf8) {
    EXPECT_EQ(json_string("a\xffz"), "\"a\xef\xbf\xbdz\"");
    EXPECT_EQ(json_string("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\"") << "a form that is too long";
    EXPECT_EQ(json_string("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"")
        << "a surrogate";
}

} // namespace

} // namespace tollgate::liveness::detail
