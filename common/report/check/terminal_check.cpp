// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/terminal.hpp>

#include <gtest/gtest.h>

namespace tollgate::report {
namespace {

TEST(coloured, is_a_text_between_escape_sequences_only_if_there_are_colours) {
    EXPECT_EQ(coloured("10 µs ?", colour::unsure, {.colours = true}), "\x1b[33m10 µs ?\x1b[0m");
    EXPECT_EQ(coloured("GOOD", colour::good, {.colours = true}), "\x1b[1;32mGOOD\x1b[0m");
    EXPECT_EQ(coloured("SWITCH", colour::title, {.colours = true}), "\x1b[1mSWITCH\x1b[0m");
    EXPECT_EQ(coloured("10 µs ?", colour::unsure, {}), "10 µs ?");
    EXPECT_EQ(terminal{}.columns, 100U);
}

} // namespace
} // namespace tollgate::report
