// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"
#include "made_up_program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>

namespace tollgate::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

program with_axes() {
    program what = made_up::describe();
    what.numbers = {{"slack_ns", {1, 1'000'000}, "", "1,1000", "cost over the slack"},
                    {"slack_ns_more", {5, 100}, "", "5..80 (doubling)", "cost over more of it"}};
    return what;
}

program with_axes_alone() {
    program what = with_axes();
    what.members.clear();
    return what;
}

options parse(const std::string& sweep) {
    return parse_command_line(with_axes(), {"--sweep", sweep});
}

std::string complaint(const program& what, const std::string& sweep) {
    std::string message = message_of<usage_error>([&] {
        static_cast<void>(parse_command_line(what, {"--sweep", sweep}));
    });
    EXPECT_THAT(message, Not(HasSubstr("\n")));
    return message;
}

TEST(sweep, goes_over_the_axis_that_is_named) {
    const options slack = parse("slack_ns:50,1,50");
    EXPECT_EQ(slack.swept, "slack_ns");
    EXPECT_THAT(slack.numbers.at("slack_ns"), ElementsAre(1, 50));
    const options more = parse("slack_ns_more:5..40");
    EXPECT_EQ(more.swept, "slack_ns_more") << "though another begins like it";
    EXPECT_THAT(more.numbers.at("slack_ns_more"), ElementsAre(5, 10, 20, 40));
    const options members = parse("things:2..8");
    EXPECT_EQ(members.swept, "things");
    EXPECT_THAT(members.numbers.at("things"), ElementsAre(2, 4, 8));
}

TEST(sweep, goes_over_nothing_unless_it_is_given) {
    const options chosen = parse_command_line(with_axes(), {});
    EXPECT_EQ(chosen.swept, "");
    EXPECT_THAT(chosen.numbers.at("things"), ElementsAre(4));
    EXPECT_THAT(chosen.numbers.at("slack_ns"), IsEmpty());
}

TEST(sweep, does_not_need_members) {
    const options chosen = parse_command_line(with_axes_alone(), {"--sweep=slack_ns:7"});
    EXPECT_EQ(chosen.swept, "slack_ns");
    EXPECT_THAT(chosen.numbers.at("slack_ns"), ElementsAre(7));
}

TEST(sweep, another_name_is_refused_with_those_there_are) {
    EXPECT_EQ(complaint(with_axes(), "slack:1"),
              "--sweep: 'slack:1' is not of the form things:2,1000 or things:2..1000, "
              "slack_ns:1,1000000 or slack_ns:1..1000000, "
              "slack_ns_more:5,100 or slack_ns_more:5..100");
    for (const char* text : {"", "slack_ns", "Slack_ns:1", " slack_ns:1", "1,2", ":1"}) {
        EXPECT_THAT(complaint(with_axes(), text),
                    HasSubstr("--sweep: '" + std::string(text) + "' is not of the form things:"));
    }
    EXPECT_EQ(complaint(with_axes_alone(), "things:2"),
              "--sweep: 'things:2' is not of the form slack_ns:1,1000000 or slack_ns:1..1000000, "
              "slack_ns_more:5,100 or slack_ns_more:5..100");
}

TEST(sweep, each_axis_has_its_range) {
    EXPECT_EQ(complaint(with_axes(), "slack_ns:0"),
              "--sweep: '0' is not a whole number from 1 to 1,000,000");
    EXPECT_EQ(complaint(with_axes(), "slack_ns_more:5,101"),
              "--sweep: '101' is not a whole number from 5 to 100");
    EXPECT_EQ(complaint(with_axes(), "slack_ns_more:5..1000"),
              "--sweep: '1000' is not a whole number from 5 to 100");
    EXPECT_EQ(complaint(with_axes(), "things:1"),
              "--sweep: '1' is not a whole number from 2 to 1,000");
    EXPECT_EQ(complaint(with_axes(), "slack_ns:8..2"), "--sweep: '8..2' runs downwards");
}

TEST(sweep, the_process_of_a_pass_sweeps_over_the_same) {
    const options chosen =
        parse_command_line(with_axes(), {"--passes", "2", "--sweep", "slack_ns:1..4"});
    const options again = parse_command_line(with_axes(), chosen.for_one_pass);
    EXPECT_EQ(again.swept, "slack_ns");
    EXPECT_EQ(again.numbers, chosen.numbers);
}

/// The library breaks lines where it likes.
std::string help_in_one_line(const program& what) {
    std::string text;
    for (const char letter : help_text(what)) {
        const bool blank = letter == ' ' || letter == '\n';
        if (!blank || !text.ends_with(' ')) {
            text += blank ? ' ' : letter;
        }
    }
    return text;
}

TEST(sweep, help_has_an_example_of_every_axis) {
    EXPECT_THAT(help_in_one_line(with_axes()),
                AllOf(HasSubstr("things:2,4,8 or things:2..1024 (doubling): cost over the number "
                                "of things; slack_ns:1,1000: cost over the slack; "
                                "slack_ns_more:5..80 (doubling): cost over more of it")));
    EXPECT_THAT(help_in_one_line(with_axes_alone()),
                AllOf(HasSubstr("--sweep LIST slack_ns:1,1000: cost"), Not(HasSubstr("things"))));
}

} // namespace
} // namespace tollgate::cli
