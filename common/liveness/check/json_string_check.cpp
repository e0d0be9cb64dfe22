// SPDX-License-Identifier: BSL-1.0
#include "../src/json_string.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>
#include <string>

namespace tollgate::liveness::detail {
namespace {

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

TEST(a_json_string, escapes_no_more_than_it_must) {
    EXPECT_EQ(json_string("a\"b\\c\n\x7f/\xc3\xa4"), "\"a\\\"b\\\\c\\u000A\x7f/\xc3\xa4\"");
}

TEST(a_json_string, has_a_mark_for_each_byte_that_is_no_character) {
    EXPECT_EQ(json_string("a\xffz"), "\"a\xef\xbf\xbdz\"");
    EXPECT_EQ(json_string("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\"") << "too long a form";
    EXPECT_EQ(json_string("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"")
        << "a surrogate";
}

TEST(a_json_string, is_valid_whatever_it_is_of) {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) {
        all += static_cast<char>(byte);
        EXPECT_TRUE(nlohmann::json::accept(json_string(std::string(1, static_cast<char>(byte)))));
    }
    EXPECT_TRUE(nlohmann::json::accept(json_string(all)));
    std::mt19937 random(1); // NOLINT(bugprone-random-generator-seed): the same ones each time
    for (int i = 0; i < 20'000; ++i) {
        std::string text(random() % 16, '\0');
        for (char& byte : text) {
            byte = static_cast<char>(random() % 2 == 0 ? random() : 0x80 + random() % 0x80);
        }
        ASSERT_TRUE(nlohmann::json::accept(json_string(text))) << i;
    }
}

} // namespace
} // namespace tollgate::liveness::detail
