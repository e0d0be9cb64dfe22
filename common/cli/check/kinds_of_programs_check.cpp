// SPDX-License-Identifier: BSL-1.0
//
// Actions of a program that take the place of measuring.
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

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A program that counts nothing: it has neither positional arguments nor a classical run.
program without_members() {
    program what = made_up::describe();
    what.members.clear();
    what.reference = {};
    return what;
}

std::string complaint_without_members(const tokens& arguments) {
    return message_of<usage_error>(
        [&] { static_cast<void>(parse_command_line(without_members(), arguments)); });
}

TEST(no_members, help_speaks_of_options_only) {
    EXPECT_THAT(help_text(without_members()),
                AllOf(StartsWith("Usage: testNothing [options]\nWhat does nothing cost"),
                      HasSubstr("--rounds "), HasSubstr("--conduct "), Not(HasSubstr("iterations")),
                      Not(HasSubstr("things")), Not(HasSubstr("--sweep")),
                      Not(HasSubstr("--members"))));
}

TEST(no_members, options_are_parsed_as_ever) {
    const options chosen =
        parse_command_line(without_members(), {"--rounds", "7", "--conduct=wrong", "--seed", "9"});
    EXPECT_EQ(chosen.rounds, 7u);
    EXPECT_EQ(chosen.seed, 9u);
    EXPECT_EQ(chosen.own.at("conduct"), "wrong");
    EXPECT_EQ(chosen.iterations, std::nullopt);
}

TEST(no_members, what_is_no_option_is_too_much) {
    for (const tokens& arguments : {tokens{"4"}, {"4", "1000"}, {"--seed", "7", "4"}, {""}}) {
        EXPECT_EQ(complaint_without_members(arguments),
                  "too many arguments; there are only options, see --help");
    }
}

TEST(no_members, the_names_of_what_others_take_are_no_options) {
    for (const char* text : {"--members", "--iterations", "--sweep"}) {
        EXPECT_THAT(complaint_without_members({text, "5"}), HasSubstr(text));
    }
}

TEST(no_members, the_users_mistake_is_two_and_one_line) {
    const seen_outside seen = run({"4"}, without_members());
    EXPECT_EQ(seen.code, 2);
    EXPECT_EQ(seen.out, "");
    EXPECT_EQ(seen.err, "testNothing: too many arguments; there are only options, see --help\n");
}

TEST(no_members, a_measurement_has_no_classical_run) {
    const seen_outside seen = run(made_up::briefly(), without_members());
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(seen.out, AllOf(HasSubstr("nothing/first"), Not(HasSubstr("Context Switch"))));
}

} // namespace

} // namespace tollgate::cli
