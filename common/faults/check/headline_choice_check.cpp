// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/headline_choice.hpp>

#include <gmock/gmock.h>

#include <regex>

#include <string>

namespace {

using namespace tollgate;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Cases case/a, case/b and so on, 6 of them on one CPU and 14 elsewhere, of which on two sockets
/// the last is compared with another.
cli::program fourteen_cases(const std::string& headline) {
    cli::program what;
    what.headline = [wanted = std::regex(headline)](const measure::case_key& key) {
        return std::regex_search(key.name(), wanted);
    };
    what.cases = [](const cli::options&, const cpu::topology& machine) {
        const char last = machine.threads.size() == 1 ? 'f' : 'n';
        cli::case_list list;
        for (char letter = 'a'; letter <= last; ++letter) {
            measure::measured_case one;
            one.key = std::string("case/") + letter;
            if (letter == 'n' && machine.packages == 2) {
                one.compared_with = "case/g";
            }
            list.cases.push_back(one);
        }
        return list;
    };
    return what;
}

TEST(headline_choice, of_some_cases_with_the_first_is_right) {
    EXPECT_THAT(faults::wrong_in_headline_choice(fourteen_cases("[a-eg-i]$")), IsEmpty());
    EXPECT_THAT(faults::wrong_in_headline_choice(fourteen_cases("[a-eg-m]$")), IsEmpty());
}

TEST(headline_choice, of_too_few_of_too_many_or_of_all_is_wrong) {
    EXPECT_THAT(faults::wrong_in_headline_choice(fourteen_cases("[a-dg-i]$")),
                ElementsAre("one CPU: 4 of 6 cases", "two cores: 7 of 14 cases",
                            "two sockets: 7 of 14 cases"));
    EXPECT_THAT(faults::wrong_in_headline_choice(fourteen_cases("[a-eg-n]$")),
                ElementsAre("two cores: 13 of 14 cases", "two sockets: 13 of 14 cases"));
    EXPECT_THAT(faults::wrong_in_headline_choice(fourteen_cases("[a-h]$")),
                ElementsAre("one CPU: 6 of 6 cases"));
}

TEST(headline_choice, of_a_program_that_makes_none_is_wrong) {
    cli::program what = fourteen_cases("");
    what.headline = {};
    EXPECT_EQ(faults::wrong_in_headline_choice(what).size(), 3u);
}

TEST(headline_choice, without_the_first_case_is_wrong) {
    EXPECT_THAT(faults::wrong_in_headline_choice(fourteen_cases("[b-i]$")),
                ElementsAre("one CPU: the first case is not left",
                            "two cores: the first case is not left",
                            "two sockets: the first case is not left"));
}

TEST(headline_choice, without_what_a_case_is_compared_with_is_wrong) {
    EXPECT_THAT(faults::wrong_in_headline_choice(fourteen_cases("[a-eh-jn]$")),
                ElementsAre("two sockets: case/n without case/g"));
}

} // namespace
