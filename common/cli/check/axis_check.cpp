// SPDX-License-Identifier: BSL-1.0
//
// Numbers and words that a program lets a user choose, and a sweep over one of the numbers.
#include "captured.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/run/errors.hpp>

namespace tollgate::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

program with_axes() {
    program description = fake::describe();
    description.numbers = {
        {"timers", {1, 100}, "timers at once", "1,10", "cost over them", {1, 50}},
        {"payload", {8, 64}, "bytes", "8,64", "cost over bytes", {8}, {8, 64}, " bytes"},
        {"timers_more", {5, 80}, "", "5..80 (doubling)", "cost over more of them", {5}},
        {"period", {1, 9}, "how often"}};
    description.numbers.back().argument = "MS";
    description.words = {
        {"clocks", {"os", "tsc", "coarse"}, "which clocks"},
        {"kinds", {"b", "a"}, "which kinds", {"a"}, [](const auto& words, const std::string& text) {
             if (words.size() > 1) {
                 throw run::usage_error("--kinds: not both: " + text);
             }
         }}};
    return description;
}

program with_axes_alone() {
    program description = with_axes();
    description.members.clear();
    return description;
}

options chosen_by(const tokens& arguments) {
    return parse_command_line(with_axes(), arguments);
}

std::string refusal_of(const tokens& arguments, const program& description = with_axes()) {
    return message_of<run::usage_error>(
        [&] { static_cast<void>(parse_command_line(description, arguments)); });
}

TEST(axis, has_the_given_numbers_or_the_default) {
    const options chosen = chosen_by({"--timers", "30,2,30,1..4"});
    EXPECT_THAT(chosen.numbers.at("timers"), ElementsAre(1, 2, 4, 30));
    EXPECT_TRUE(chosen.is_given("timers"));
    EXPECT_FALSE(chosen.is_given("payload"));
    EXPECT_THAT(chosen_by({"--quick"}).numbers.at("timers"), ElementsAre(1, 50));
    EXPECT_THAT(chosen_by({}).numbers.at("period"), IsEmpty());
    EXPECT_THAT(chosen_by({}).numbers.at("things"), ElementsAre(4)) << "the members are one, too";
    EXPECT_THAT(chosen_by({"9"}).numbers.at("things"), ElementsAre(9));
}

TEST(axis, sorts_words_as_the_allowed_words) {
    EXPECT_THAT(chosen_by({"--clocks", "coarse,os,coarse"}).words.at("clocks"),
                ElementsAre("os", "coarse"));
    EXPECT_THAT(chosen_by({}).words.at("clocks"), ElementsAre("os", "tsc", "coarse"));
    EXPECT_THAT(chosen_by({}).words.at("kinds"), ElementsAre("a"));
}

TEST(axis, refuses_other_values) {
    EXPECT_EQ(refusal_of({"--timers", "0", "--sweep", "timers:1"}),
              "--timers: '0' is not a whole number from 1 to 100");
    EXPECT_EQ(refusal_of({"--period", "1,2"}), "--period: '1,2' is not a whole number from 1 to 9");
    EXPECT_EQ(refusal_of({"--payload", "8,9"}), "--payload: '8,9' is not a list of 8, 64 bytes");
    EXPECT_EQ(refusal_of({"--payload", "100"}), "--payload: '100' is not a list of 8, 64 bytes");
    EXPECT_EQ(refusal_of({"--clocks", "os,sun"}),
              "--clocks: 'os,sun' is not a list of os, tsc and coarse");
    EXPECT_EQ(refusal_of({"--kinds", "a,b"}), "--kinds: not both: a,b");
    EXPECT_THAT(refusal_of({"--timers_more", "5"}), HasSubstr("timers_more")) << "only a sweep";
}

TEST(sweep, goes_over_the_named_axis) {
    const options timers = chosen_by({"--period", "7", "--sweep", "timers:50,1,50"});
    EXPECT_EQ(timers.sweep->axis, "timers");
    EXPECT_THAT(timers.numbers.at("timers"), ElementsAre(1, 50));
    const options more = chosen_by({"--sweep", "timers_more:5..40"});
    EXPECT_EQ(more.sweep->axis, "timers_more") << "though another begins like it";
    EXPECT_THAT(more.numbers.at("timers_more"), ElementsAre(5, 10, 20, 40));
    EXPECT_TRUE(more.is_given("timers_more"));
    const options members = chosen_by({"--sweep", "things:2..8"});
    EXPECT_EQ(members.sweep->axis, "things");
    EXPECT_THAT(members.numbers.at("things"), ElementsAre(2, 4, 8));
    EXPECT_EQ(parse_command_line(with_axes_alone(), {"--sweep=timers:7"}).sweep->axis, "timers");
}

TEST(sweep, is_the_only_choice_of_its_numbers) {
    EXPECT_EQ(refusal_of({"--timers", "7", "--sweep", "timers:50"}),
              "--sweep timers:LIST and --timers: give one of them");
    EXPECT_EQ(refusal_of({"9", "--sweep", "things:2..8"}),
              "--sweep things:LIST and a number of things: give one of them");
    EXPECT_NO_THROW(chosen_by({"9", "--timers", "7", "--sweep", "payload:8"}));
}

TEST(sweep, refuses_another_name_and_numbers_out_of_range) {
    const std::string form = " is not of the form PARAMETER:LIST; PARAMETER is ";
    const std::string axes = "timers (1 to 100), payload (8 to 64), timers_more (5 to 80); "
                             "LIST is 2,8,32 or 2..32";
    EXPECT_EQ(refusal_of({"--sweep", "things:2"}, with_axes_alone()),
              "--sweep: 'things:2'" + form + axes);
    for (const std::string text :
         {"", "timers", "time:1", "Timers:1", " timers:1", "1,2", ":1", "period:1"}) {
        EXPECT_EQ(refusal_of({"--sweep", text}),
                  "--sweep: '" + text + "'" + form + "things (2 to 1,000), " + axes);
    }
    EXPECT_EQ(refusal_of({"--sweep", "payload:9"}), "--sweep: '9' is not a list of 8, 64 bytes");
}

/// Without the line breaks of Boost.Program_options.
std::string help_in_one_line(const program& description) {
    std::string text;
    for (const char letter : help_text(description)) {
        const bool blank = letter == ' ' || letter == '\n';
        if (!blank || !text.ends_with(' ')) {
            text += blank ? ' ' : letter;
        }
    }
    return text;
}

TEST(axis, shows_its_steps_and_its_budget_in_the_help) {
    program description = with_axes_alone();
    description.numbers.resize(1);
    description.steps = list_steps::one_two_five;
    description.numbers[0].sweep_budget_s = 120;
    EXPECT_THAT(
        help_in_one_line(description),
        HasSubstr("cost over them; with timers, the default of --time is 120; in each list, a..b "
                  "are the numbers 1, 2, 5, 10, 20 … from a to b"));
    for (const auto& arguments : {std::vector<std::string>{"--sweep", "timers:1..20"},
                                  std::vector<std::string>{"--timers", "1..20"}}) {
        EXPECT_THAT(parse_command_line(description, arguments).numbers.at("timers"),
                    ElementsAre(1, 2, 5, 10, 20));
    }
}

TEST(axis, is_in_the_help_and_has_an_example_of_a_sweep) {
    EXPECT_THAT(help_in_one_line(with_axes()),
                AllOf(HasSubstr("--timers LIST"), HasSubstr("--period MS"),
                      HasSubstr("--clocks LIST"), Not(HasSubstr("--timers_more")),
                      HasSubstr("things:2,4,8 or things:2..512 (doubling): cost over the number "
                                "of things; timers:1,10: cost over them; payload:8,64: cost over "
                                "bytes; timers_more:5..80 (doubling): cost over more of them")));
    EXPECT_THAT(help_in_one_line(with_axes_alone()),
                AllOf(HasSubstr("--sweep LIST timers:1,10: cost"), Not(HasSubstr("things"))));
}

} // namespace
} // namespace tollgate::cli
