// SPDX-License-Identifier: BSL-1.0
#include "compare/compare_command.hpp"
#include "printable.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace tollgate::cost_sheet {
namespace {

TEST(printable, ordinary_text_stays_as_it_is) {
    for (const char* text : {"", "fiber/yield/fibers:4", "µs ± 3", "日本語", "😀", "<b>&amp;\"'"}) {
        EXPECT_EQ(printable(text), text);
    }
}

TEST(printable, what_a_terminal_would_obey_is_shown) {
    EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
    EXPECT_EQ(printable("a\r\n\tb\x7f"), "a\\x0d\\x0a\\x09b\\x7f");
    EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
    EXPECT_EQ(printable("\u009b31m"), "\\u{9b}31m") << "CSI in one character";
}

TEST(printable, what_turns_or_hides_text_is_shown) {
    EXPECT_EQ(printable("a\u202eb"), "a\\u{202e}b");
    EXPECT_EQ(printable("a\u2066b\u2069"), "a\\u{2066}b\\u{2069}");
    EXPECT_EQ(printable("a\u200bb\ufeff"), "a\\u{200b}b\\u{feff}");
    EXPECT_EQ(printable("a\u2028b"), "a\\u{2028}b");
}

TEST(printable, bytes_that_are_no_utf_8_are_shown) {
    EXPECT_EQ(printable("\xff"), "\\xff");
    EXPECT_EQ(printable("a\xc3"), "a\\xc3") << "cut off";
    EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf") << "overlong";
    EXPECT_EQ(printable("\xe0\x80\xaf"), "\\xe0\\x80\\xaf") << "overlong";
    EXPECT_EQ(printable("\xf0\x80\x80\xaf"), "\\xf0\\x80\\x80\\xaf") << "overlong";
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last";
}

TEST(printable, a_long_text_is_cut_between_characters) {
    EXPECT_EQ(printable("µµµ", 2), "µµ…");
    EXPECT_EQ(printable("µµ", 2), "µµ");
    EXPECT_EQ(printable("abc", 0), "…");
}

TEST(resolved, has_the_digits_that_the_uncertainty_leaves) {
    EXPECT_EQ(resolved(75'342, 3'800, 2), "75000");
    EXPECT_EQ(resolved(1.0523, 0.02, 4), "1.052");
    EXPECT_EQ(resolved(1.0523, 0.2, 4), "1.05");
    EXPECT_EQ(resolved(74.91, 1.94, 2), "74.9");
    EXPECT_EQ(resolved(74.91, 4, 2), "75");
    EXPECT_EQ(resolved(-74.91, 4, 2), "-75");
}

TEST(resolved, survives_what_is_not_resolved_or_no_number) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(resolved(7.28, 0, 1), "7.3");
    EXPECT_EQ(resolved(42, 1'000, 2), "40");
    EXPECT_EQ(resolved(0.004, 1'000, 2), "0.004");
    EXPECT_EQ(resolved(5, infinity, 2), "5.00");
    EXPECT_EQ(resolved(0, 0, 2), "0.00");
    EXPECT_EQ(resolved(infinity, 1, 2), "inf");
}

} // namespace
} // namespace tollgate::cost_sheet
