// SPDX-License-Identifier: BSL-1.0
//
// Numbers and words that a program lets a user choose.
#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>

#include "captured.hpp"
#include "made_up_program.hpp"

#include <gmock/gmock.h>

namespace tollgate::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

program with_axes() {
    program what = made_up::describe();
    what.numbers = {
        {"timers", {1, 100}, "timers at once", "1,10", "cost over them", {1, 50}},
        {"payload", {8, 64}, "bytes", "8,64", "cost over bytes", {8}, {8, 64}, " bytes"},
        {"records", {1, 10}, "", "1,2", "cost over records", {3}}};
    what.numbers.push_back({"period", {1, 9}, "how often"});
    what.numbers.back().argument = "MS";
    what.words = {
        {"clocks", {"os", "tsc", "coarse"}, "which clocks"},
        {"kinds", {"b", "a"}, "which kinds", {"a"}, [](const auto& words, const std::string& text) {
             if (words.size() > 1) {
                 throw usage_error("--kinds: not both: " + text);
             }
         }}};
    return what;
}

options chosen_by(const std::vector<std::string>& arguments) {
    return parse_command_line(with_axes(), arguments);
}

std::string refusal_of(const std::vector<std::string>& arguments) {
    return message_of<usage_error>([&] { static_cast<void>(chosen_by(arguments)); });
}

TEST(axis, numbers_are_those_given_and_ascend) {
    const options chosen = chosen_by({"--timers", "30,2,30,1..4"});
    EXPECT_THAT(chosen.numbers.at("timers"), ElementsAre(1, 2, 4, 30));
    EXPECT_TRUE(chosen.is_given("timers"));
    EXPECT_FALSE(chosen.is_given("payload"));
}

TEST(axis, without_any_given_they_are_the_usual_ones) {
    EXPECT_THAT(chosen_by({}).numbers.at("timers"), ElementsAre(1, 50));
    EXPECT_THAT(chosen_by({}).numbers.at("period"), IsEmpty());
    EXPECT_THAT(chosen_by({"--quick"}).numbers.at("timers"), ElementsAre(1, 50));
}

TEST(axis, what_is_swept_over_goes_before_what_is_given) {
    const options chosen = chosen_by({"--timers", "7", "--sweep", "timers:1,2"});
    EXPECT_THAT(chosen.numbers.at("timers"), ElementsAre(1, 2));
    EXPECT_TRUE(chosen_by({"--sweep", "records:1,2"}).is_given("records"));
}

TEST(axis, the_members_are_one_too) {
    EXPECT_THAT(chosen_by({}).numbers.at("things"), ElementsAre(4));
    EXPECT_THAT(chosen_by({"9"}).numbers.at("things"), ElementsAre(9));
    EXPECT_THAT(chosen_by({"9", "--sweep", "things:2,3"}).numbers.at("things"), ElementsAre(2, 3));
}

TEST(axis, words_have_their_own_order) {
    EXPECT_THAT(chosen_by({"--clocks", "coarse,os,coarse"}).words.at("clocks"),
                ElementsAre("os", "coarse"));
    EXPECT_THAT(chosen_by({}).words.at("clocks"), ElementsAre("os", "tsc", "coarse"));
    EXPECT_THAT(chosen_by({}).words.at("kinds"), ElementsAre("a"));
}

TEST(axis, what_will_not_do_is_refused) {
    EXPECT_EQ(refusal_of({"--timers", "0"}), "--timers: '0' is not a whole number from 1 to 100");
    EXPECT_EQ(refusal_of({"--timers", ""}), "--timers: '' is not a whole number from 1 to 100");
    EXPECT_EQ(refusal_of({"--period", "1,2"}), "--period: '1,2' is not a whole number from 1 to 9");
    EXPECT_EQ(refusal_of({"--payload", "8,9"}), "--payload: '9' is not one of 8, 64 bytes");
    EXPECT_EQ(refusal_of({"--sweep", "payload:9"}), "--sweep: '9' is not one of 8, 64 bytes");
    EXPECT_EQ(refusal_of({"--clocks", "os,sun"}),
              "--clocks: 'os,sun' is not a list of os, tsc and coarse");
    EXPECT_EQ(refusal_of({"--kinds", "a,b"}), "--kinds: not both: a,b");
    EXPECT_THAT(refusal_of({"--records", "1"}), HasSubstr("records")) << "there is only the sweep";
    EXPECT_THAT(refusal_of({"--sweep", "period:1"}), HasSubstr("is not of the form"));
}

TEST(axis, is_refused_though_something_else_is_swept_over) {
    EXPECT_EQ(refusal_of({"--timers", "0", "--sweep", "timers:1"}),
              "--timers: '0' is not a whole number from 1 to 100");
}

TEST(axis, given_the_program_does_not_choose_for_the_user) {
    program what = with_axes();
    what.headline = [](const measure::case_key&) { return true; };
    EXPECT_TRUE(parse_command_line(what, {}).headline);
    for (const std::string name : {"--timers=1", "--clocks=os"}) {
        EXPECT_FALSE(parse_command_line(what, {name}).headline);
    }
}

TEST(axis, help_names_it) {
    EXPECT_THAT(help_text(with_axes()),
                AllOf(HasSubstr("--timers LIST"), HasSubstr("--period MS"),
                      HasSubstr("--clocks LIST"), Not(HasSubstr("--records"))));
}

} // namespace
} // namespace tollgate::cli
