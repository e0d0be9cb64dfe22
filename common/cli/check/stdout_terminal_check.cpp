// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/stdout_terminal.hpp>

#include "captured.hpp"
#include "pseudo_terminal.hpp"

#include <gtest/gtest.h>

namespace tollgate::cli {
namespace {

/// The terminal of stdout while stdout is this pseudo terminal.
report::terminal seen_on(const pseudo_terminal& screen) {
    const redirected out(STDOUT_FILENO, screen.name());
    return stdout_terminal();
}

TEST(stdout_terminal, has_the_width_of_a_terminal_but_not_less_than_forty) {
    EXPECT_EQ(seen_on(pseudo_terminal("xterm", 57)).columns, 57U);
    EXPECT_EQ(seen_on(pseudo_terminal("xterm", 200)).columns, 200U);
    EXPECT_EQ(seen_on(pseudo_terminal("xterm", 10)).columns, 40U);
    EXPECT_EQ(seen_on(pseudo_terminal("xterm", 0)).columns, 100U) << "the width is not known";
}

TEST(stdout_terminal, has_colours_unless_they_are_refused) {
    ::unsetenv("NO_COLOR");
    EXPECT_TRUE(seen_on(pseudo_terminal("xterm")).colours);
    EXPECT_FALSE(seen_on(pseudo_terminal("dumb")).colours);
    ::setenv("NO_COLOR", "", 1);
    EXPECT_TRUE(seen_on(pseudo_terminal("xterm")).colours) << "an empty value counts for nothing";
    ::setenv("NO_COLOR", "1", 1);
    EXPECT_FALSE(seen_on(pseudo_terminal("xterm")).colours);
    ::unsetenv("NO_COLOR");
}

TEST(stdout_terminal, of_a_file_has_a_hundred_columns_and_no_colours) {
    const temporary_folder place;
    const redirected out(STDOUT_FILENO, place / "out");
    EXPECT_EQ(stdout_terminal().columns, 100U);
    EXPECT_FALSE(stdout_terminal().colours);
}

TEST(stdout_terminal, a_program_prints_its_table_in_colour_and_within_the_terminal) {
    const pseudo_terminal screen("xterm", 60);
    const redirected out(STDOUT_FILENO, screen.name());
    const redirected err(STDERR_FILENO, screen.name());
    EXPECT_EQ(fake::run(fake::briefly({"--no-progress"})), 0);
    const std::string text = screen.drawn();
    EXPECT_NE(text.find("| first  | \x1b[33m10 ns ?\?\x1b[0m |"), text.npos) << text;
    EXPECT_NE(text.find("\n        "), text.npos) << "long lines are broken";
}

} // namespace
} // namespace tollgate::cli
