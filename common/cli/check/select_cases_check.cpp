// SPDX-License-Identifier: BSL-1.0
#include "../src/select_cases.hpp"

#include "made_up_program.hpp"
#include "message_of.hpp"

#include <tollgate/cli/errors.hpp>

#include <regex>

namespace tollgate::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

case_list three_and_one() {
    case_list all;
    for (const char* name :
         {"fiber/yield/fibers:4", "fiber/resume/fibers:4", "fiber/yield/fibers:8"}) {
        all.cases.push_back(made_up::steady_case(name));
    }
    all.unavailable.push_back({"fiber/far", "one socket"});
    all.notes = {"a note"};
    return all;
}

options only(const std::string& pattern, options::action wanted = options::action::measure) {
    options chosen;
    chosen.only = pattern;
    chosen.wanted = wanted;
    return chosen;
}

std::vector<std::string> names(const case_list& list) {
    std::vector<std::string> all;
    for (const auto& one : list.cases) {
        all.push_back(one.key.name());
    }
    return all;
}

TEST(select_cases, without_a_pattern_all_are_wanted) {
    const case_list all = select_cases(three_and_one(), {});
    EXPECT_EQ(all.cases.size(), 3u);
    EXPECT_EQ(all.unavailable.size(), 1u);
    EXPECT_THAT(all.notes, ElementsAre("a note"));
}

TEST(select_cases, the_pattern_may_match_anywhere_and_keeps_the_order) {
    EXPECT_THAT(names(select_cases(three_and_one(), only("yield"))),
                ElementsAre("fiber/yield/fibers:4", "fiber/yield/fibers:8"));
    EXPECT_THAT(names(select_cases(three_and_one(), only(":4$"))),
                ElementsAre("fiber/yield/fibers:4", "fiber/resume/fibers:4"));
    EXPECT_THAT(names(select_cases(three_and_one(), only("resume|:8"))),
                ElementsAre("fiber/resume/fibers:4", "fiber/yield/fibers:8"));
    EXPECT_EQ(select_cases(three_and_one(), only("")).cases.size(), 3u);
}

TEST(select_cases, the_pattern_also_selects_among_what_is_not_available) {
    EXPECT_THAT(select_cases(three_and_one(), only("yield")).unavailable, IsEmpty());
    EXPECT_EQ(select_cases(three_and_one(), only("far|resume")).unavailable.size(), 1u);
}

TEST(select_cases, a_pattern_that_matches_nothing_is_a_usage_error) {
    EXPECT_EQ(message_of<usage_error>([] { (void)select_cases(three_and_one(), only("Yield")); }),
              "--only: 'Yield' matches none of the 4 cases; --list prints them");
}

TEST(select_cases, if_all_that_matches_is_not_available_the_machine_refused) {
    EXPECT_EQ(message_of<machine_refused>([] { (void)select_cases(three_and_one(), only("far")); }),
              "fiber/far: not available: one socket");
}

TEST(select_cases, what_is_not_available_is_listed_nevertheless) {
    const case_list listed = select_cases(three_and_one(), only("far", options::action::list));
    EXPECT_THAT(listed.cases, IsEmpty());
    ASSERT_EQ(listed.unavailable.size(), 1u);
    EXPECT_EQ(listed.unavailable.front().key.name(), "fiber/far");
}

TEST(select_cases, no_case_at_all_is_the_machines_doing) {
    EXPECT_THAT(message_of<machine_refused>([] { (void)select_cases({}, {}); }),
                HasSubstr("nothing to measure"));
}

TEST(select_cases, the_self_test_takes_the_first_that_matches) {
    const case_list one =
        select_cases(three_and_one(), only("resume|:8|far", options::action::selftest));
    EXPECT_THAT(names(one), ElementsAre("fiber/resume/fibers:4"));
    EXPECT_THAT(one.unavailable, IsEmpty());
}

options quickly(const std::string& pattern) {
    options chosen;
    chosen.quick = true;
    chosen.quick_choice = [wanted = std::regex(pattern)](const measure::case_key& key) {
        return std::regex_search(key.name(), wanted);
    };
    return chosen;
}

TEST(select_cases, quickly_the_programs_choice_with_a_note_of_how_many_it_leaves) {
    const case_list some = select_cases(three_and_one(), quickly("resume|:8"));
    EXPECT_THAT(names(some), ElementsAre("fiber/resume/fibers:4", "fiber/yield/fibers:8"));
    EXPECT_THAT(some.unavailable, IsEmpty());
    EXPECT_THAT(some.notes,
                ElementsAre("a note", "--quick: 2 of 3 cases; --only REGEX chooses others"));
}

TEST(select_cases, a_quick_choice_of_all_cases_needs_no_note) {
    const case_list all = select_cases(three_and_one(), quickly("fiber"));
    EXPECT_EQ(all.cases.size(), 3u);
    EXPECT_EQ(all.unavailable.size(), 1u);
    EXPECT_THAT(all.notes, ElementsAre("a note"));
}

TEST(select_cases, a_quick_choice_that_this_machine_has_none_of_leaves_everything) {
    for (const char* nothing : {"far", "no_such_case"}) {
        const case_list all = select_cases(three_and_one(), quickly(nothing));
        EXPECT_EQ(all.cases.size(), 3u);
        EXPECT_EQ(all.unavailable.size(), 1u);
        EXPECT_THAT(all.notes, ElementsAre("a note"));
    }
}

} // namespace
} // namespace tollgate::cli
