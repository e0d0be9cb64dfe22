// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/mistake.hpp>

#include <tollgate/cli/errors.hpp>

#include <gmock/gmock.h>

#include <string>

namespace tollgate::faults {
namespace {

using ::testing::HasSubstr;

TEST(mistake, every_name_is_read_back) {
    for (const mistake one : all_mistakes) {
        EXPECT_EQ(parse_mistake(to_string(one)), one);
    }
}

TEST(mistake, anything_else_is_refused) {
    for (const char* text : {"", "None", "lost_turn ", "lost", "lost_turns"}) {
        EXPECT_THROW(static_cast<void>(parse_mistake(text)), cli::usage_error) << text;
    }
}

TEST(mistake, a_refusal_names_the_option_the_text_and_what_it_may_be) {
    try {
        static_cast<void>(parse_mistake("typo"));
        FAIL() << "nothing was thrown";
    } catch (const cli::usage_error& error) {
        EXPECT_STREQ(error.what(), "--mistake: 'typo' is not one of none, lost_turn, "
                                   "uneven_turns, stale_stamp");
    }
}

TEST(mistake, the_option_is_none_by_default_and_refuses_the_same) {
    const cli::own_option option = mistake_option();
    EXPECT_EQ(option.name, "mistake");
    EXPECT_EQ(parse_mistake(option.fallback), mistake::none);
    for (const mistake one : all_mistakes) {
        EXPECT_NO_THROW(option.check(std::string(to_string(one))));
        EXPECT_THAT(option.help, HasSubstr(std::string(to_string(one))));
    }
    EXPECT_THROW(option.check("typo"), cli::usage_error);
}

} // namespace
} // namespace tollgate::faults
