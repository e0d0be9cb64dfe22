// SPDX-License-Identifier: BSL-1.0
//
// --slices, --sleepers and --sweep: what is taken, and how the rest is refused.
#include "choice.hpp"
#include "program.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

cli::options chosen_with(const std::vector<std::string>& arguments) {
    return cli::parse_command_line(describe_program(), arguments);
}

/// What the user is told; fails if nothing is refused.
std::string refusal_of(const std::string& option, const std::string& value) {
    try {
        static_cast<void>(chosen_with({option, value}));
    } catch (const cli::usage_error& error) {
        return error.what();
    }
    ADD_FAILURE() << option << " '" << value << "' was taken";
    return {};
}

TEST(choice, slices_that_are_refused) {
    for (const std::string value : {"0",
                                    "3600001",
                                    "-5",
                                    "2.5",
                                    "",
                                    "2,,5",
                                    "x",
                                    "10..2",
                                    ",2",
                                    "2,",
                                    " 2",
                                    "2ms",
                                    "..5",
                                    "2..",
                                    "0..4",
                                    "2-5",
                                    "99999999999999999999",
                                    "2;5",
                                    "0x10",
                                    "1e3"}) {
        const std::string told = refusal_of("--slices", value);
        EXPECT_THAT(told, AllOf(StartsWith("--slices: '"), Not(HasSubstr("\n")))) << value;
        EXPECT_THAT(told, testing::AnyOf(HasSubstr("1 to 3,600,000"), HasSubstr("downwards")))
            << value;
    }
}

TEST(choice, slices_that_are_taken) {
    EXPECT_THAT(chosen_slices(chosen_with({"--slices", "1"})), ElementsAre(1));
    EXPECT_THAT(chosen_slices(chosen_with({"--slices", "3600000"})), ElementsAre(3'600'000));
    EXPECT_THAT(chosen_slices(chosen_with({"--slices", "10,2,5,2"})), ElementsAre(2, 5, 10));
    EXPECT_THAT(chosen_slices(chosen_with({"--slices", "2..16,3"})), ElementsAre(2, 3, 4, 8, 16));
}

TEST(choice, slices_by_default) {
    EXPECT_THAT(chosen_slices(chosen_with({})), ElementsAre(2, 5, 10, 50, 100));
    EXPECT_THAT(chosen_slices(chosen_with({"--quick"})), ElementsAre(2));
    EXPECT_THAT(chosen_slices(chosen_with({"--sweep", "slack_ns:1"})), ElementsAre(2));
    EXPECT_THAT(chosen_slices(chosen_with({"--quick", "--slices", "5,7"})), ElementsAre(5, 7));
    EXPECT_THAT(chosen_slices(chosen_with({"--sweep", "slack_ns:1", "--slices", "5,7"})),
                ElementsAre(5, 7));
}

TEST(choice, sleepers_that_are_refused) {
    for (const std::string value : {"", "parker,", ",parker", "parker,,condvar", "Parker", "futex",
                                    "parker condvar", "all", "parker\n"}) {
        const std::string told = refusal_of("--sleepers", value);
        EXPECT_THAT(told, StartsWith("--sleepers: '" + value + "'"));
        for (const std::string known : {"parker", "parker_spin", "condvar", "channel", "eventfd"}) {
            EXPECT_THAT(told, HasSubstr(known)) << value;
        }
    }
}

TEST(choice, sleepers_that_are_taken) {
    EXPECT_THAT(chosen_sleepers(chosen_with({})), ElementsAreArray(all_sleepers));
    EXPECT_THAT(chosen_sleepers(chosen_with({"--sleepers", "eventfd"})),
                ElementsAre(sleeper_kind::eventfd));
    EXPECT_THAT(
        chosen_sleepers(chosen_with({"--sleepers", "channel,parker,channel,parker_spin"})),
        ElementsAre(sleeper_kind::parker, sleeper_kind::parker_spin, sleeper_kind::channel));
}

TEST(choice, the_words_of_sleepers_are_read_back) {
    for (const sleeper_kind which : all_sleepers) {
        EXPECT_EQ(parse_sleeper(to_string(which)), which);
    }
    EXPECT_EQ(parse_sleeper("park"), std::nullopt);
    EXPECT_EQ(parse_sleeper(""), std::nullopt);
}

TEST(choice, sweeps_that_are_refused) {
    for (const std::string value :
         {"slack_ns:0", "slack_ns:", "slack_ns:1000000001", "slack_ns:5..1", "slack_ns:1,",
          "idle_us:5", "idle_us:9", "idle_us:1000001", "idle_us:"}) {
        const std::string told = refusal_of("--sweep", value);
        EXPECT_THAT(told, AllOf(StartsWith("--sweep: '"), Not(HasSubstr("\n")))) << value;
        EXPECT_THAT(told, testing::AnyOf(HasSubstr("1 to 1,000,000,000"),
                                         HasSubstr("10 to 1,000,000"), HasSubstr("downwards")))
            << value;
    }
    for (const std::string value :
         {"foo:3", "", "slack_ns", "idle_us", "2,4", "slack_ns=5", "members:2", ":2"}) {
        EXPECT_THAT(refusal_of("--sweep", value),
                    AllOf(StartsWith("--sweep: '" + value + "'"), HasSubstr("slack_ns:"),
                          HasSubstr("idle_us:")));
    }
}

TEST(choice, sweeps_that_are_taken) {
    const auto slack = chosen_with({"--sweep", "slack_ns:1000000000,1,50,1"});
    EXPECT_EQ(slack.sweep_axis, slack_axis().name);
    EXPECT_THAT(slack.sweep, ElementsAre(1, 50, 1'000'000'000));
    const auto idle = chosen_with({"--sweep", "idle_us:10..80"});
    EXPECT_EQ(idle.sweep_axis, idle_axis().name);
    EXPECT_THAT(idle.sweep, ElementsAre(10, 20, 40, 80));
}

TEST(choice, there_is_nothing_to_count) {
    for (const std::string text : {"4", "-5", ""}) {
        EXPECT_THROW(static_cast<void>(chosen_with({text})), cli::usage_error) << text;
    }
}

} // namespace
