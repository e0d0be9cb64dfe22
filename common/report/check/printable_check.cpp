// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/printable.hpp>

#include <gtest/gtest.h>

#include <string>

namespace tollgate::report {
namespace {

TEST(printable, ordinary_text_stays_as_it_is) {
    for (const char* text : {"", "fiber/yield/fibers:4", "µs ± 3", "日本語", "😀", "<b>&amp;\"'"}) {
        EXPECT_EQ(printable(text), text);
    }
}

TEST(printable, shows_characters_that_a_terminal_would_obey) {
    EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
    EXPECT_EQ(printable("a\r\n\tb\x7f"), "a\\x0d\\x0a\\x09b\\x7f");
    EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
    EXPECT_EQ(printable("\u009b31m"), "\\u{9b}31m") << "CSI in one character";
}

TEST(printable, shows_characters_that_turn_or_hide_text) {
    EXPECT_EQ(printable("a\u202eb"), "a\\u{202e}b");
    EXPECT_EQ(printable("a\u2066b\u2069"), "a\\u{2066}b\\u{2069}");
    EXPECT_EQ(printable("a\u200bb\ufeff"), "a\\u{200b}b\\u{feff}");
    EXPECT_EQ(printable("a\u2028b"), "a\\u{2028}b");
}

TEST(printable, shows_bytes_that_are_not_utf_8) {
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
    const std::string long_line(4'000, 'x');
    EXPECT_EQ(printable_lines(long_line + "\n\ta\n" + long_line + "y"),
              long_line + "\n\\x09a\n" + long_line + "…");
}

TEST(wrapped, breaks_between_words_and_marks_a_cut) {
    using lines = std::vector<std::string>;
    EXPECT_EQ(wrapped("µs a bc def", 7, 9, "  "), (lines{"µs a bc", "  def"}));
    EXPECT_EQ(wrapped("µs a bcd", 7, 9, "  "), (lines{"µs a", "  bcd"}));
    EXPECT_EQ(wrapped("abcdefgh", 7, 9, "  "), (lines{"abcdefg", "  h"})) << "a word without room";
    EXPECT_EQ(wrapped("µs a bcd", 7, 1, ""), (lines{"µs a …"}));
    EXPECT_EQ(wrapped("a bc/de/fgh:4", 7, 9, "  "), (lines{"a", "  bc/", "  de/", "  fgh:4"}))
        << "a name without room is broken after a slash";
}

TEST(fitted, breaks_long_lines_but_no_rows_of_tables) {
    EXPECT_EQ(fitted("", 8), "");
    EXPECT_EQ(fitted("12345678\n\n  a bc de fg\n| a row of a table |\n", 8),
              "12345678\n\n  a bc\n      de\n      fg\n| a row of a table |\n");
}

TEST(width_of, counts_code_points_without_colours) {
    EXPECT_EQ(width_of("± 3 µs"), 6U);
    EXPECT_EQ(width_of("\x1b[1;32m10 µs\x1b[0m"), 5U);
}

} // namespace
} // namespace tollgate::report
