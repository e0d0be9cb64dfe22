// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include <tollgate/run/errors.hpp>
#include <tollgate/testing/message_of.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::bill {
namespace {

using arguments = std::vector<std::string>;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refusal_of(const arguments& given) {
    return testing::message_of<run::usage_error>([&] { static_cast<void>(parse_options(given)); });
}

TEST(bill_options, a_process_is_observed_for_ten_seconds) {
    const options chosen = parse_options({"17", "4194304", "--json", "a.json"});
    EXPECT_THAT(chosen.pids, ElementsAre(17, 4'194'304));
    EXPECT_EQ(chosen.time_s, 10);
    EXPECT_EQ(chosen.json, "a.json");
    EXPECT_EQ(parse_options({"--comm", "a name", "--time=0.1"}).comm, "a name");
}

TEST(bill_options, a_command_has_all_arguments_behind_the_dashes_and_is_observed_to_its_end) {
    const options chosen = parse_options({"--wide", "--", "ls", "--help", "--", "--time", "x"});
    EXPECT_FALSE(chosen.help);
    EXPECT_TRUE(chosen.wide);
    EXPECT_THAT(chosen.command, ElementsAre("ls", "--help", "--", "--time", "x"));
    EXPECT_FALSE(chosen.time_s);
    EXPECT_EQ(parse_options({"--time", "2", "--", "ls"}).time_s, 2);
    EXPECT_EQ(parse_options({"--watch", "--", "ls"}).time_s, 2) << "a statement needs an end";
}

TEST(bill_options, prices_are_measured_with_or_without_a_target) {
    EXPECT_TRUE(parse_options({"--measure"}).measure);
    EXPECT_FALSE(parse_options({"--measure"}).has_target());
    EXPECT_TRUE(parse_options({"--measure", "17"}).has_target());
}

TEST(bill_options, help_and_version_need_nothing_else) {
    EXPECT_TRUE(parse_options({"-h"}).help);
    EXPECT_TRUE(parse_options({"--version"}).version);
    EXPECT_THAT(help_text(), HasSubstr("-- COMMAND"));
}

TEST(bill_options, exactly_one_kind_of_target_is_taken) {
    EXPECT_THAT(refusal_of({}), HasSubstr("nothing to observe"));
    EXPECT_THAT(refusal_of({"--"}), HasSubstr("a command must follow"));
    EXPECT_THAT(refusal_of({"17", "--comm", "a"}), HasSubstr("give one of them"));
    EXPECT_THAT(refusal_of({"17", "--", "ls"}), HasSubstr("give one of them"));
    EXPECT_THAT(refusal_of({"17", "17"}), HasSubstr("17 is given twice"));
}

TEST(bill_options, a_bad_value_is_refused_with_what_is_allowed) {
    EXPECT_THAT(refusal_of({"0"}), HasSubstr("'0' is not a whole number from 1 to 4,194,304"));
    EXPECT_THAT(refusal_of({"4194305"}), HasSubstr("from 1 to 4,194,304"));
    EXPECT_THAT(refusal_of({"-5"}), HasSubstr("unrecognised option"));
    EXPECT_THAT(refusal_of({"redis-server"}), HasSubstr("give --comm redis-server"));
    EXPECT_THAT(refusal_of({"17", "--time", "0.09"}), HasSubstr("'0.09' is not a number from 0.1"));
    EXPECT_THAT(refusal_of({"17", "--time", "nan"}), HasSubstr("'nan' is not a number"));
    EXPECT_THAT(refusal_of({"17", "--time", "86401"}), HasSubstr("to 86400"));
    EXPECT_THAT(refusal_of({"--comm", ""}), HasSubstr("1 to 15 characters"));
    EXPECT_THAT(refusal_of({"--comm", "sixteencharacters"}), HasSubstr("keeps 'sixteencharacte'"));
    EXPECT_THAT(refusal_of({"17", "--json", ""}), HasSubstr("'' is not the name of a file"));
    EXPECT_THAT(refusal_of({"17", "--jsn", "a"}), HasSubstr("see --help"));
    EXPECT_THAT(refusal_of({"17", "--wide", "--wide"}), HasSubstr("see --help"));
}

TEST(bill_options, an_option_without_effect_is_refused) {
    EXPECT_THAT(refusal_of({"--measure", "--json", "a"}), HasSubstr("--json: it has no effect"));
    EXPECT_THAT(refusal_of({"--measure", "--time", "3"}), HasSubstr("--time: it has no effect"));
    EXPECT_THAT(refusal_of({"17", "--measure", "--prices", "a"}), HasSubstr("one of them"));
    EXPECT_THAT(refusal_of({"17", "--watch", "--html", "a"}), HasSubstr("one of them"));
    EXPECT_THAT(refusal_of({"17", "--json", "a", "--html", "./a"}), HasSubstr("one file for both"));
}

} // namespace
} // namespace tollgate::bill
