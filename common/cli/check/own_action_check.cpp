// SPDX-License-Identifier: BSL-1.0
//
// What a program does instead of measuring.
#include "captured.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/output_file.hpp>

#include <gmock/gmock.h>

namespace tollgate::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

program with_action(const std::function<exit_code()>& act) {
    program what = made_up::describe();
    what.actions = {{"show", "shows something", act}};
    return what;
}

program showing() {
    return with_action([] {
        write_stdout("shown\n");
        return exit_code::success;
    });
}

TEST(own_action, is_done_instead_of_measuring) {
    const seen_outside seen = run({"--show"}, showing());
    EXPECT_EQ(seen.code, 0);
    EXPECT_EQ(seen.out, "shown\n");
    EXPECT_EQ(seen.err, "");
}

TEST(own_action, ends_the_program_as_it_says) {
    for (const exit_code code : {exit_code::wrong_answer, exit_code::refused}) {
        EXPECT_EQ(run({"--show"}, with_action([code] { return code; })).code,
                  static_cast<int>(code));
    }
    const seen_outside seen =
        run({"--show"}, with_action([]() -> exit_code { throw machine_refused("no light"); }));
    EXPECT_EQ(seen.code, 3);
    EXPECT_EQ(seen.err, "testNothing: no light\n");
}

TEST(own_action, goes_alone) {
    for (const tokens& more : {tokens{"--quick"}, tokens{"--list"}, tokens{"--time", "1"},
                               tokens{"--json", "file"}, tokens{"4"}, tokens{"--no-progress"}}) {
        tokens arguments{"--show"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const std::string message = message_of<usage_error>(
            [&] { static_cast<void>(parse_command_line(showing(), arguments)); });
        EXPECT_THAT(message, HasSubstr("--show: it goes alone"));
    }
}

TEST(own_action, help_and_version_go_first) {
    EXPECT_THAT(run({"--show", "--help"}, showing()).out, HasSubstr("Usage: testNothing"));
    EXPECT_THAT(run({"--version", "--show"}, showing()).out, Not(HasSubstr("shown")));
}

TEST(own_action, is_in_the_help_of_the_program_that_has_it) {
    EXPECT_THAT(help_text(showing()), HasSubstr("shows something"));
    EXPECT_THAT(help_text(made_up::describe()), Not(HasSubstr("--show")));
    EXPECT_EQ(run({"--show"}).code, 2);
}

} // namespace
} // namespace tollgate::cli
