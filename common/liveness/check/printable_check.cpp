// SPDX-License-Identifier: BSL-1.0
#include "../src/printable.hpp"

#include <gtest/gtest.h>

namespace tollgate::liveness::detail {
namespace {

TEST(a_printable_text, is_what_it_was) {
    EXPECT_EQ(printable("reader 1 (of 2)"), "reader 1 (of 2)");
    EXPECT_EQ(printable("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"),
              "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
    EXPECT_EQ(printable(""), "");
}

TEST(a_printable_text, commands_no_terminal) {
    EXPECT_EQ(printable("\x1b[2J"), "\\x1B[2J");
    EXPECT_EQ(printable("a\nb\rc\td\x7f"), "a\\x0Ab\\x0Dc\\x09d\\x7F");
    EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(printable("\xc2\x9b"
                        "2J"),
              "\\xC2\\x9B2J")
        << "the other way to begin a command";
    EXPECT_EQ(printable("\xc2\xa0"), "\xc2\xa0");
}

TEST(a_printable_text, shows_what_is_no_character) {
    EXPECT_EQ(printable("\xff"), "\\xFF");
    EXPECT_EQ(printable("a\xe2\x82"), "a\\xE2\\x82");
    EXPECT_EQ(printable("\x9b"), "\\x9B");
}

TEST(a_printable_text, can_be_told_from_another) {
    EXPECT_EQ(printable("\\x1B"), "\\\\x1B");
    EXPECT_NE(printable("\\x1B"), printable("\x1b"));
}

} // namespace
} // namespace tollgate::liveness::detail
